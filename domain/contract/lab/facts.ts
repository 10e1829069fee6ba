import { z } from 'zod'
import { analyzeData } from '../call/call.ts'

const DescribedField = z.object({
  /** `[]` follows a list, `{}` follows a map, and a dot leads to a part: `lines[].amount`. */
  path: z.string(),
  type: z.string(),
  unit: z.string().nullable(),
  about: z.string(),
  /** With the key of the person it is about. Analysts never see it. */
  isSealed: z.boolean(),
  /** `<value>: <meaning>` */
  values: z.array(z.string()),
  /** The name of a shape, which says what the parts are. */
  shape: z.string().nullable(),
})
export type DescribedField = z.infer<typeof DescribedField>

const DescribedShape = z.object({
  name: z.string(),
  about: z.string(),
  values: z.array(z.string()),
  fields: z.array(DescribedField),
  /** What it looks like for each value of a field. */
  variants: z.array(z.object({ when: z.string(), about: z.string(), fields: z.array(DescribedField) })),
})
export type DescribedShape = z.infer<typeof DescribedShape>

const DescribedFact = z.object({
  type: z.string(),
  room: z.string(),
  meaning: z.string(),
  /** The current schema version. Facts of earlier versions are read as this one. */
  version: z.number().int(),
  fields: z.array(DescribedField),
  /** Of its fields, and of the parts of these. */
  shapes: z.array(DescribedShape),
})
export type DescribedFact = z.infer<typeof DescribedFact>

const counted = { count: z.number().int(), firstAt: z.iso.datetime().nullable(), lastAt: z.iso.datetime().nullable() }

const CountedFact = DescribedFact.pick({ type: true, room: true, meaning: true }).extend(counted)
export type CountedFact = z.infer<typeof CountedFact>

const FactInFull = DescribedFact.extend({ ...counted, readModels: z.array(z.string()) })
export type FactInFull = z.infer<typeof FactInFull>

export const labCalls = {
  'GET /api/analyst/facts': analyzeData.read({
    summary: 'The types of facts, what each means, and how many there are.',
    /** Each word is in the type, its meaning, or the names or meanings of its fields. */
    query: z.object({ search: z.string().max(100).default('') }),
    response: z.array(CountedFact),
    example: { query: { search: 'answered' } },
  }),
  'GET /api/analyst/facts/{type}': analyzeData.read({
    summary: 'A type of fact with its fields.',
    params: z.object({ type: z.string().max(100) }),
    response: FactInFull,
    errors: ['routeNotFound'],
    example: { params: { type: 'AnswerSubmitted' } },
  }),
} as const
