/** No zod: the browser uses it. */

/** This many requests take a question out of draws until it is decided. */
export const OPEN_REQUESTS_TO_WITHDRAW = 3
export const REVIEW_REQUESTS_A_DAY = 10
/** How long requests cannot withdraw a version that an educator kept. */
export const PROTECTED_DAYS = 30
/** Maximum share of a module withdrawn without an educator; at least one question. */
export const MOST_WITHDRAWN_PERCENT = 2
