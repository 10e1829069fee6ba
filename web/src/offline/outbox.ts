import type { AnswerReceipt } from '@medicready/domain/contract/study/study'
import { isSameAnswer } from '../answering/item-answer.ts'
import { ApiError, ConnectionError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import type { OfflineDatabase, WaitingAnswer } from './database.ts'

/** The user according to the server, and by how many milliseconds its clock is ahead. */
interface SignedIn {
  userId: string
  skew: number
}

export interface OutboxParts {
  database: OfflineDatabase
  locks: LockManager
  whoIsSignedIn: () => Promise<SignedIn | null>
  send: (body: WaitingAnswer['body'], idempotencyKey: string) => Promise<AnswerReceipt>
  /** Hears of each change of what waits. */
  changed: () => void
}

/** Nothing waits, try again later, or a sign-in is needed first. */
export type Sending = 'done' | 'later' | 'signedOut'

const LOCK = 'medicready.outbox'

/** Another answer stands: from another device, or another window. */
const otherStands = 'You already answered this question in another window or on another device. That answer counts.'

/**
 * Answers that wait in this browser. They are sent in the order in which they were given, by one window at a time. Each
 * stays until the server has answered: an unanswered one is sent again, and counts once.
 */
export class Outbox {
  readonly #parts: OutboxParts

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** Keeps an answer, unless one to the same question waits already: the first stands. Answers the one that does. */
  async keep(answer: WaitingAnswer): Promise<WaitingAnswer> {
    const { database, changed } = this.#parts
    const { store, done } = database.transaction('answers', 'readwrite')
    const before = (await store.index('user').getAll(answer.userId)).find(isTo(answer))
    const stands = before?.refusal === null ? before : answer
    if (stands === answer) {
      if (before?.place !== undefined) await store.delete(before.place)
      await store.add(answer)
    }
    await done
    changed()
    return stands
  }

  /** Those of one person, in their order. */
  async waiting(userId: string): Promise<WaitingAnswer[]> {
    return this.#parts.database.getAllFromIndex('answers', 'user', userId)
  }

  async dismiss(place: number): Promise<void> {
    await this.#parts.database.delete('answers', place)
    this.#parts.changed()
  }

  /** Sends what waits of one person. Where another window does it already, that is left to it. */
  async send(userId: string): Promise<Sending> {
    return this.#parts.locks.request(LOCK, { ifAvailable: true }, async (lock) => (lock ? this.#sendAll(userId) : 'later'))
  }

  async #sendAll(userId: string): Promise<Sending> {
    const next = async () => (await this.waiting(userId)).find(({ refusal }) => refusal === null)
    let answer = await next()
    if (!answer) return 'done'
    try {
      const person = await this.#parts.whoIsSignedIn()
      if (person?.userId !== userId) return 'signedOut'
      for (; answer; answer = await next()) {
        await this.#settle(answer, await this.#outcome(answer, person))
        this.#parts.changed()
      }
      return 'done'
    } catch (error) {
      if (isSignedOut(error) || isOfAnother(error)) return 'signedOut'
      if (mayPass(error)) return 'later'
      throw error
    }
  }

  /** Why an answer does not count; null where it does. Throws where that cannot be known yet. */
  async #outcome(answer: WaitingAnswer, { userId, skew }: SignedIn): Promise<string | null> {
    const { body, id } = answer
    try {
      const givenAt = new Date(answer.givenAt + skew).toISOString()
      const stands = await this.#parts.send({ ...body, givenAt, givenBy: userId }, id)
      return isSameAnswer(stands.answer, answer.answer) ? null : otherStands
    } catch (error) {
      if (isSignedOut(error) || isOfAnother(error) || mayPass(error)) throw error
      return friendlyMessage(error)
    }
  }

  async #settle(answer: WaitingAnswer, refusal: string | null): Promise<void> {
    const { database } = this.#parts
    if (refusal !== null) await database.put('answers', { ...answer, refusal })
    else if (answer.place !== undefined) await database.delete('answers', answer.place)
  }
}

const isTo = (answer: WaitingAnswer) => (other: WaitingAnswer) =>
  other.questionId === answer.questionId && other.studySessionId === answer.studySessionId

const isOfAnother = (error: unknown): boolean => error instanceof ApiError && error.code === 'answerOfAnother'

/** Whether the same may go through later: no connection, a fault of the server, or too much at once. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof ApiError &&
    (error.status >= 500 || error.status === 408 || error.code === 'tooManyRequests' || error.code === 'conflict'))
