/** Parallel arrays: the same index is the same answer. */
export interface FirstAnswers {
  readonly learners: Int32Array
  readonly items: Int32Array
  readonly right: Uint8Array
  /** 1 if it counts for the learner. */
  readonly scored: Uint8Array
}
