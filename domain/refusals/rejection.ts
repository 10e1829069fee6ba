import type { Position } from '../core/event.ts'
import type { ErrorCode } from './shown/errors.ts'

type Issues = { path: string; message: string }[]

/** A command that the domain refuses. The code is stable; `errors` has its message. */
export class Rejection extends Error {
  readonly code: ErrorCode
  readonly issues: Issues
  /** Seconds until a retry may succeed, if known. */
  readonly retryAfterSeconds: number | null
  /** Replaces the code's own message. */
  readonly words: string | null
  /** Last event of the state it was decided on, so that a read after it shows the reason. */
  decidedAt: Position | null = null
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
