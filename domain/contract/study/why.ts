import { z } from 'zod'
import { Why } from '../../study/why.ts'

export const ShownWhy = Why.extend({
  /** Year of the changed guideline. */
  changedIn: z.int().nullable(),
})
export type ShownWhy = z.infer<typeof ShownWhy>
