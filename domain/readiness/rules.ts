/** What is chosen, asked and shown about readiness for the exam. Free of zod: the browser uses it too. */

/** How the real exam went, as its student tells it. */
export const reportedOutcomes = ['passed', 'failed', 'not_taken'] as const
export type ReportedOutcome = (typeof reportedOutcomes)[number]

/** The trend goes back so many days. */
export const TREND_DAYS = 90

/**
 * A mail asks so many days after the exam: results are there within about two business days, and a weekend may lie
 * between.
 */
export const OUTCOME_MAIL_DAYS = 4
/** After so long, a delayed mail is no longer sent. */
export const LAST_OUTCOME_MAIL_DAYS = 14
/** Its links work for so long, and for so many days after the exam the app asks. */
export const OUTCOME_LINK_DAYS = 30

/** With fewer real outcomes no chance above or below these is said, since none has shown yet that it would be right. */
export const LEAST_OUTCOMES_FOR_EXTREMES = 50
export const MOST_SAID = 0.95
export const LEAST_SAID = 0.05

/** Of the real exam no figure is published with fewer outcomes: it would tell of single people, and of nothing else. */
export const LEAST_OUTCOMES_SHOWN = 20
