import type { ErrorCode } from './contract/errors.ts'
import type { Position } from './event.ts'

type Issues = { path: string; message: string }[]

/** A command that the domain refuses. The code is stable; the contract's table has its HTTP status and its message. */
export class Rejection extends Error {
  readonly code: ErrorCode
  /** Which fields were wrong, and how, where the refusal is about fields. */
  readonly issues: Issues
  /** After how many seconds the same may be asked again, where that is known. */
  readonly retryAfterSeconds: number | null
  /** A message for this case in place of the code's own. */
  readonly words: string | null
  /** The last event of what it was decided on: who asks anew from there on sees why. */
  decidedAt: Position | null = null
  /** The exam that is in the way, where one is. */
  examId: string | null = null

  constructor(code: ErrorCode, issues: Issues = [], retryAfterSeconds: number | null = null, words: string | null = null) {
    super(code)
    this.name = 'Rejection'
    this.code = code
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
    this.words = words
  }
}
