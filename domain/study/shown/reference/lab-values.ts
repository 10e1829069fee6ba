import list from './lab-values.json' with { type: 'json' }

export const labValues = list
