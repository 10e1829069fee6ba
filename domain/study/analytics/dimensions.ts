/** By what a learner's figures are told apart: each question has one value of each of them, or none. */
export const dimensions = ['module', 'topic', 'domain', 'judgmentStep', 'kind', 'difficulty'] as const
export type Dimension = (typeof dimensions)[number]

/** So many learners have to be compared before anybody sees a percentile. */
export const LEARNERS_TO_COMPARE = 30
/** With so many scored answers a learner is compared, and a module is called weak or strong. */
export const ANSWERS_TO_JUDGE = 10
