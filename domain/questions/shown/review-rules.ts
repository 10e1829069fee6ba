/** No zod: the browser uses it. */

/** This many requests take a question out of draws until it is decided. */
export const OPEN_REQUESTS_TO_WITHDRAW = 3
export const REVIEW_REQUESTS_A_DAY = 10
/** How long requests cannot withdraw a version that an educator kept. */
export const PROTECTED_DAYS = 30
/** Maximum share of a module withdrawn without an educator; at least one question. */
export const MOST_WITHDRAWN_PERCENT = 2

export const DEFAULT_CORRECT_RATE = 50
export const DEFAULT_AVERAGE_TIME_SECONDS = 90
/** Minimum answers before learners see what others chose. */
export const ANSWERS_TO_SHOW_CHOICES = 30

/** By itself, so that a screen can load it without the schemas. */
export const NOTE_MAX_LENGTH = 2000
