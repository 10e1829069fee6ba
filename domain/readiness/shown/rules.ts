/** No zod: the browser uses it. */

export const reportedOutcomes = ['passed', 'failed', 'not_taken'] as const
export type ReportedOutcome = (typeof reportedOutcomes)[number]

export const TREND_DAYS = 90

/** Results arrive within about two business days; this leaves room for a weekend. */
export const OUTCOME_MAIL_DAYS = 4
/** A delayed mail is not sent after this. */
export const LAST_OUTCOME_MAIL_DAYS = 14
/** Also how long the app asks after the exam. */
export const OUTCOME_LINK_DAYS = 30

/** With fewer real outcomes, extreme chances have no evidence. */
export const LEAST_OUTCOMES_FOR_EXTREMES = 50
export const MOST_SAID = 0.95
export const LEAST_SAID = 0.05

/** Fewer outcomes would reveal single persons. */
export const LEAST_OUTCOMES_SHOWN = 20
