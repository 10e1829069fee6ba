/** Each account's answers are kept by themselves, and so are the pictures of its kept questions. */
export const KEPT_PREFIX = 'kept-answers-'
export const KEPT_PICTURES_PREFIX = 'kept-pictures-'

/** Whether a cache holds personal data, not the app's own files. */
export const isOfSomebody = (cache: string): boolean => cache.startsWith(KEPT_PREFIX) || cache.startsWith(KEPT_PICTURES_PREFIX)

/** When an answer was kept: on answers that come from what was kept, and on no others. */
export const KEPT_AT = 'kept-at'
