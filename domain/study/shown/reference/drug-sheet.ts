import list from './drug-sheet.json' with { type: 'json' }

/** Alphabetical. Doses are those of the dose table. */
export const drugSheet = list.drugs
export type Drug = (typeof drugSheet)[number]
