import { type ErrorBody, type ErrorCode, errors } from './contract/errors.ts'
import type { Position } from './event.ts'

type Issues = NonNullable<ErrorBody['issues']>

/** A command that the domain refuses. The code is stable; the contract says which status and words go with it. */
export class Rejection extends Error {
  readonly code: ErrorCode
  /** Which fields were wrong, and how, where the refusal is about fields. */
  readonly issues: Issues
  /** After how many seconds the same may be asked again, where that is known. */
  readonly retryAfterSeconds: number | null
  /** What is told of it: the words of the code, where the case has none of its own. */
  readonly words: string
  /** The last event of what it was decided on: who asks anew from there on sees why. */
  decidedAt: Position | null = null
  /** The exam that is in the way, where one is. */
  examId: string | null = null

  constructor(code: ErrorCode, issues: Issues = [], retryAfterSeconds: number | null = null, words: string = errors[code].message) {
    super(code)
    this.name = 'Rejection'
    this.code = code
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
    this.words = words
  }
}
