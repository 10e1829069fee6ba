import { z } from 'zod'
import { Why } from '../../study/why.ts'

/** Why a question was given, as screens tell it. */
export const ShownWhy = Why.extend({
  /** The year of the guideline that a changed question goes by now; null where something else is the cause. */
  changedIn: z.int().nullable(),
})
export type ShownWhy = z.infer<typeof ShownWhy>
