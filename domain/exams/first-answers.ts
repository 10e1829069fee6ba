/** First answers; at the same place in each list stands the same answer. */
export interface FirstAnswers {
  /** Places of the learners, and of the items. */
  readonly learners: Int32Array
  readonly items: Int32Array
  /** 1 where it is right. */
  readonly right: Uint8Array
  /** 1 where it tells of the learner. */
  readonly scored: Uint8Array
}
