import { addDays, type CalendarDay, hoursAfter } from '@medicready/domain/calendar'
import { type StudyDayState, studyDay, studyDayId } from '@medicready/domain/study/study-day'
import { LRUCache } from 'lru-cache'
import type { AccountDays } from '../accounts/account-days.ts'
import type { Commands } from '../commands.ts'

const REMEMBERED = 20_000
/** Longer than any command is under way: what was begun on a day that is over has been written by then, or never is. */
const SETTLING_HOURS = 1 / 60

/**
 * What learners were given on the day before theirs. The log is asked once: nothing is drawn into a day that is over.
 * Answers to it may still come, of which a memory may lack some.
 */
export class DaysBefore {
  readonly #commands: Commands
  readonly #accountDays: AccountDays
  /** The last day of each learner that is known to be settled. */
  readonly #settled = new LRUCache<string, CalendarDay>({ max: REMEMBERED })

  constructor(commands: Commands, accountDays: AccountDays) {
    this.#commands = commands
    this.#accountDays = accountDays
  }

  async before(userId: string, today: CalendarDay, now: string): Promise<StudyDayState> {
    const yesterday = addDays(today, -1)
    const id = studyDayId(userId, yesterday)
    if (this.#settled.get(userId) === yesterday) return (await this.#commands.recall(studyDay, id)).state
    const { state } = await this.#commands.load(studyDay, id)
    if ((await this.#accountDays.today(userId, hoursAfter(now, -SETTLING_HOURS))) === today) this.#settled.set(userId, yesterday)
    return state
  }
}
