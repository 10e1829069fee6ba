export const KEPT_PREFIX = 'kept-answers-'
export const KEPT_PICTURES_PREFIX = 'kept-pictures-'

export const isPersonal = (cache: string): boolean => cache.startsWith(KEPT_PREFIX) || cache.startsWith(KEPT_PICTURES_PREFIX)

/** Header with the time an answer was kept; set on kept answers only. */
export const KEPT_AT = 'kept-at'
