import type { AnswerReceipt } from '@medicready/domain/contract/study/study'
import { isSameAnswer } from '../answering/answer/item-answer.ts'
import { ApiError, ConnectionError, friendlyMessage, isSignedOut } from '../api/errors.ts'
import type { OfflineDatabase, WaitingAnswer } from './database.ts'

interface SignedIn {
  userId: string
  skew: number
}

interface OutboxParts {
  database: OfflineDatabase
  locks: LockManager
  whoIsSignedIn: () => Promise<SignedIn | null>
  send: (body: WaitingAnswer['body'], idempotencyKey: string) => Promise<AnswerReceipt>
  changed: () => void
}

export type Sending = 'done' | 'later' | 'signedOut'

const LOCK = 'medicready.outbox'

/** Another answer was recorded, from another device or window. */
const otherStands = 'You already answered this question in another window or on another device. That answer counts.'

/** Sent in the order given, by one window at a time. Each stays until the server has answered. */
export class Outbox {
  readonly #parts: OutboxParts

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** If an answer to the same question waits already, that one stands and is returned. */
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

  async waiting(userId: string): Promise<WaitingAnswer[]> {
    return this.#parts.database.getAllFromIndex('answers', 'user', userId)
  }

  async dismiss(place: number): Promise<void> {
    await this.#parts.database.delete('answers', place)
    this.#parts.changed()
  }

  /** If another window is sending already, leaves it to that one. */
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

/** No connection, a server fault, or too many requests: the same may succeed later. */
export const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof ApiError &&
    (error.status >= 500 || error.status === 408 || error.code === 'tooManyRequests' || error.code === 'conflict'))
