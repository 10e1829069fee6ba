/** Each account's answers are kept by themselves. */
export const KEPT_PREFIX = 'kept-answers-'

/** When an answer was kept: on answers that come from what was kept, and on no others. */
export const KEPT_AT = 'kept-at'
