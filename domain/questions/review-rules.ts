/** The numbers of reviews that learners ask for. Free of zod: the browser uses them too. */

/** So many people who doubt a question take it out of new draws until it is decided. */
export const OPEN_REQUESTS_TO_WITHDRAW = 3
/** So many requests an account may make on a day. */
export const REVIEW_REQUESTS_A_DAY = 10
/** For so long no requests withdraw a version that an educator has looked at and kept. */
export const PROTECTED_DAYS = 30
/**
 * So much of a module may be withdrawn without an educator's word; one question may, however few there are.
 */
export const MOST_WITHDRAWN_PERCENT = 2
