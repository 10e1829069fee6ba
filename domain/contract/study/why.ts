import { z } from 'zod'
import { SelectionReason } from '../../study/selection-reason.ts'

/** Why a question was given, as screens tell it. */
export const ShownWhy = SelectionReason.extend({
  /** The year of the guideline that a changed question goes by now; null where something else is the cause. */
  changedIn: z.int().nullable(),
})
export type ShownWhy = z.infer<typeof ShownWhy>
