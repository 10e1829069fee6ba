import type { z } from 'zod'
import type { Kind } from './kinds.ts'
import { refusalOf } from './refusals.ts'
import type { Turn } from './turn.ts'

/** What the stand-in does for a method and an address; `id` is the part of the address that names an object. */
export interface Call {
  answer(turn: Turn, parameters: unknown, id: string): object
}

/** By method and address: `GET /v1/prices/:id`. */
export type Calls = Readonly<Record<string, Call>>

/** A call whose parameters have this form; others are refused before anything is done. */
export function call<Schema extends z.ZodType>(
  schema: Schema,
  answer: (turn: Turn, parameters: z.output<Schema>, id: string) => object,
): Call {
  return {
    answer(turn, given, id) {
      const parsed = schema.safeParse(given)
      if (!parsed.success) throw refusalOf(parsed.error)
      return answer(turn, parsed.data, id)
    },
  }
}

/** Returns the object that the address names. */
export const retrieving = (kind: Kind): Call => ({ answer: (turn, _given, id) => turn.get(kind, id) })
