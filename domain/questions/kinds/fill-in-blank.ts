import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { longest } from '../shown/terms.ts'
import { defineKind, rationaleText } from './kind.ts'

const MOST = 1_000_000
const figure = z.number().min(-MOST).max(MOST)
const written = z.number('Please enter only a number, such as 0.5')
const writtenFigure = written.min(-MOST).max(MOST)

/** Floating-point tolerance. */
const ROUNDING = 1e-9
const isWithin = (given: number, value: number, tolerance: number): boolean => Math.abs(given - value) <= tolerance + ROUNDING

const withUnit = (value: number, unit: string): string => `${value} ${unit}`

export const fillInBlankKind = defineKind({
  item: z
    .object({
      kind: z.literal('fill_in_blank'),
      /** Shown behind the blank, such as `mL/h`. */
      unit: printableText({ max: longest.unit }),
      value: writtenFigure,
      /** In the unit; 0 accepts only the exact value. */
      tolerance: written.min(0).max(MOST),
      /** Results of common errors. */
      errors: z
        .array(z.object({ value: writtenFigure, rationale: rationaleText }))
        .min(2)
        .max(5),
    })
    .refine(
      ({ value, tolerance, errors }) => errors.every((error) => !isWithin(error.value, value, tolerance)),
      'What comes out of an error must not be right',
    ),
  answer: z.object({ kind: z.literal('fill_in_blank'), value: figure }),
  asked: z.object({ kind: z.literal('fill_in_blank'), unit: z.string() }),
  rules: {
    key: ({ kind, value }) => ({ kind, value }),
    fits: () => true,
    partsRight: (item, { value }) => ({ right: isWithin(value, item.value, item.tolerance) ? 1 : 0, of: 1 }),
    words: ({ unit }, { value }) => withUnit(value, unit),
    asked: ({ kind, unit }) => ({ kind, unit }),
    reasons: ({ unit, errors }) => errors.map(({ value, rationale }) => ({ id: String(value), text: withUnit(value, unit), rationale })),
    choices: ({ unit, value, errors }) =>
      [{ value, isRight: true }, ...errors.map((error) => ({ value: error.value, isRight: false }))].map(({ value, isRight }) => ({
        id: String(value),
        words: withUnit(value, unit),
        isRight,
      })),
    chance: () => 0,
    chosen: ({ value }) => [String(value)],
    texts: ({ unit }) => [unit],
  },
})
