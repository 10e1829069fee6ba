import { z } from 'zod'

export const MAX_SEARCH_LENGTH = 100
/** The end of a UTC day; today if left out. */
export const asOf = z.iso.date().optional()
