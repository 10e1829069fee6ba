import type { Position } from './event.ts'

/** What a use case comes to. */
export interface Outcome<Answer> {
  readonly answer: Answer
  /** How far a reader must be to show what was done; null where nothing was, or where saying so would tell a secret. */
  readonly position: Position | null
}
