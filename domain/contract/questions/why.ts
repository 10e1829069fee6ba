import { z } from 'zod'
import { SelectionReason } from '../../questions/selection-reason.ts'

export const ShownWhy = SelectionReason.extend({
  changedIn: z.int().nullable(),
})
export type ShownWhy = z.infer<typeof ShownWhy>
