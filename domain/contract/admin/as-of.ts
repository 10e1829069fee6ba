import { z } from 'zod'

export const MAX_SEARCH_LENGTH = 100
export const asCsv = { file: 'text/csv', responseHeaders: ['content-disposition'] } as const
/** The end of a UTC day; today if left out. */
export const asOf = z.iso.date().optional()
export const onDay = { query: z.object({ asOf }), example: { query: { asOf: '2027-06-15' } } } as const
