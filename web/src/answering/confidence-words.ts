/** How sure somebody can be, from 1 on. */
export const confidenceWords = ['Guessing', 'Unsure', 'Partly sure', 'Sure', 'Certain'] as const
