import { z } from 'zod'

/** What a form says: every value arrives as text. */
export const text = z.string().min(1)
export const whole = z
  .string()
  .regex(/^-?\d+$/, 'must be an integer')
  .transform(Number)
export const cents = whole.refine((amount) => amount >= 0, 'must not be negative')
export const quantity = whole.refine((amount) => amount > 0, 'must be at least 1')
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** An empty text takes away what is there. */
export const clearable = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal('').transform(() => null), schema])

export const metadata = clearable(z.record(z.string(), z.string())).optional()
export type GivenMetadata = z.output<typeof metadata>

/** A parameter that is taken and changes nothing here. */
export const unread = z.unknown().optional()

/** New keys are added, keys with an empty value go, and an empty text takes away all. */
export function mergedMetadata(before: Readonly<Record<string, string>> | null, given: GivenMetadata): Record<string, string> {
  if (given === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))
}
