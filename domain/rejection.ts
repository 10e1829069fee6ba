import type { ErrorCode } from './contract/errors.ts'

/** A command that the domain refuses. The code is stable; the contract says which status and words go with it. */
export class Rejection extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(code)
    this.name = 'Rejection'
    this.code = code
  }
}
