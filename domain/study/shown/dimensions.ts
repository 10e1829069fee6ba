export const dimensions = ['module', 'topic', 'domain', 'judgmentStep', 'kind', 'difficulty'] as const
export type Dimension = (typeof dimensions)[number]
