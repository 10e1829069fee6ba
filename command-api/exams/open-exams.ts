import { exam, goesOn, itemsOf } from '@medicready/domain/exams/exam'
import { type ExamineeState, examinee } from '@medicready/domain/exams/examinee'
import { LRUCache } from 'lru-cache'
import type { Commands } from '../commands.ts'

const REMEMBERED = 20_000
/** As long as a session is remembered. */
const BEHIND_MILLISECONDS = 10_000

/**
 * Which learners sit a practice exam, asked with every answer. An exam that was begun with this process is known at
 * once; one that was begun with another may be met some seconds late.
 */
export class OpenExams {
  readonly #commands: Commands
  readonly #recent: LRUCache<string, true>

  constructor(commands: Commands, milliseconds: () => number = () => performance.now()) {
    this.#commands = commands
    this.#recent = new LRUCache({ max: REMEMBERED, ttl: BEHIND_MILLISECONDS, ttlResolution: 0, perf: { now: milliseconds } })
  }

  /** Whether a question was given in an exam of the learner's that goes on. */
  async haveGiven({ userId, questionId }: { readonly userId: string; readonly questionId: string }, now: string): Promise<boolean> {
    const { latest } = await this.#examineeOf(userId)
    if (latest === null || now >= latest.until) return false
    const { state } = await this.#commands.load(exam, latest.examId)
    return goesOn(state, now) && itemsOf(state).some((item) => item.questionId === questionId)
  }

  async #examineeOf(userId: string): Promise<ExamineeState> {
    if (this.#recent.has(userId)) return (await this.#commands.recall(examinee, userId)).state
    const { state } = await this.#commands.load(examinee, userId)
    this.#recent.set(userId, true)
    return state
  }
}
