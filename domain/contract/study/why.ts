import { z } from 'zod'
import { SelectionReason } from '../../study/selection-reason.ts'

export const ShownWhy = SelectionReason.extend({
  changedIn: z.int().nullable(),
})
export type ShownWhy = z.infer<typeof ShownWhy>
