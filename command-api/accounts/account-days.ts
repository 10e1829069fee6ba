import { type AccountState, accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { accountDay } from '@medicready/domain/accounts/account-day'
import { type CalendarDay, calendarDay } from '@medicready/domain/calendar'
import { LRUCache } from 'lru-cache'
import type { Commands } from '../commands.ts'

const REMEMBERED = 20_000

/**
 * What day it is for an account. The log is asked once for each day of an account: a change of the time zone takes
 * effect with the next day at the earliest, so that what was known of the account on this day is enough for all of it.
 */
export class AccountDays {
  readonly #commands: Commands
  /** The day on which each account was looked at last. */
  readonly #lookedAt = new LRUCache<string, CalendarDay>({ max: REMEMBERED })
  /** The day of each time zone in the second that was asked for last. */
  readonly #latest = new Map<string, { readonly second: string; readonly day: CalendarDay }>()

  constructor(commands: Commands) {
    this.#commands = commands
  }

  /** The account's own calendar day. */
  async today(userId: string, now: string): Promise<CalendarDay> {
    const isOfToday = (account: AccountState) => this.#lookedAt.get(userId) === this.#dayOf(account, now)
    const today = this.#dayOf(await this.#commands.read(accountAggregate, userId, isOfToday), now)
    this.#lookedAt.set(userId, today)
    return today
  }

  #dayOf(account: AccountState, now: string): CalendarDay {
    return isRegistered(account) ? accountDay(now, account, this.#dayAt) : this.#dayAt(now, 'UTC')
  }

  /** Commands come many in a second, days begin with one, and to work a day out takes long beside what else they do. */
  #dayAt = (now: string, timeZone: string): CalendarDay => {
    const second = now.slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
    const known = this.#latest.get(timeZone)
    if (known?.second === second) return known.day
    const day = calendarDay(now, timeZone)
    this.#latest.set(timeZone, { second, day })
    return day
  }
}
