import { type AccountState, accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { accountDay } from '@medicready/domain/accounts/shown/account-day'
import { type CalendarDay, calendarDay } from '@medicready/domain/core/shown/calendar'
import { LRUCache } from 'lru-cache'
import type { Commands } from '../commands.ts'

const REMEMBERED = 20_000

/**
 * The log is read once per account and day: a time zone change takes effect on the next day at the earliest.
 * `RecentStates` forgets after a fixed time instead, not when the account's day ends.
 */
export class AccountDays {
  readonly #commands: Commands
  readonly #lookedAt = new LRUCache<string, CalendarDay>({ max: REMEMBERED })
  readonly #latest = new Map<string, { readonly second: string; readonly day: CalendarDay }>()

  constructor(commands: Commands) {
    this.#commands = commands
  }

  async today(userId: string, now: string): Promise<CalendarDay> {
    const isOfToday = (account: AccountState) => this.#lookedAt.get(userId) === this.#dayOf(account, now)
    const today = this.#dayOf(await this.#commands.read(accountAggregate, userId, isOfToday), now)
    this.#lookedAt.set(userId, today)
    return today
  }

  #dayOf(account: AccountState, now: string): CalendarDay {
    return isRegistered(account) ? accountDay(now, account, this.#dayAt) : this.#dayAt(now, 'UTC')
  }

  /** Computing a day is slow compared with a command, so the latest second is remembered per zone. */
  #dayAt = (now: string, timeZone: string): CalendarDay => {
    const second = now.slice(0, 'YYYY-MM-DDThh:mm:ss'.length)
    const known = this.#latest.get(timeZone)
    if (known?.second === second) return known.day
    const day = calendarDay(now, timeZone)
    this.#latest.set(timeZone, { second, day })
    return day
  }
}
