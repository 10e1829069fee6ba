/** By what a learner's figures are told apart: each question has one value of each of them, or none. */
export const dimensions = ['module', 'topic', 'domain', 'judgmentStep', 'kind', 'difficulty'] as const
export type Dimension = (typeof dimensions)[number]
