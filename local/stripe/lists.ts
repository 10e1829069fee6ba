import { z } from 'zod'
import { type Call, call } from './calls.ts'
import type { Kind } from './kinds.ts'
import { text, whole } from './parameters.ts'
import { invalid, missing } from './refusals.ts'
import type { Condition } from './storage.ts'

/** A parameter that narrows a list: the field that it asks for, when it is not called like it. */
export interface Filter {
  readonly path?: string
  /** Of a yes-or-no field. */
  readonly isFlag?: boolean
  /** Objects within: `recurring[interval]`. */
  readonly within?: Readonly<Record<string, Filter>>
  /** Says more than that a field has a value. */
  readonly conditions?: (value: string) => readonly Condition[]
}

const bounds = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const
const time = z.union([whole, z.strictObject({ gt: whole, gte: whole, lt: whole, lte: whole }).partial()])

/** A list of a kind, the newest first, by pages. */
export function listing(
  kind: Kind,
  url: string,
  filters: Readonly<Record<string, Filter>> = {},
  always: Readonly<Record<string, string>> = {},
): Call {
  const schema = z.strictObject({
    limit: whole.optional(),
    starting_after: text.optional(),
    ending_before: text.optional(),
    created: time.optional(),
    ...Object.fromEntries(Object.keys(filters).map((name) => [name, z.unknown().optional()])),
  })
  return call(schema, (turn, { limit = 10, starting_after: startingAfter, ending_before: endingBefore, created, ...given }) => {
    if (limit < 1 || limit > 100) throw invalid('Invalid limit: must be between 1 and 100', { param: 'limit' })
    for (const [param, id] of Object.entries({ starting_after: startingAfter, ending_before: endingBefore }))
      if (id && !turn.storage.findAny(id)) throw missing(kind, id, param)
    const conditions = [
      ...Object.entries({ ...always, ...given }).flatMap(([name, value]) => asked(filters[name] ?? {}, name, value)),
      ...times(created),
    ]
    const { objects, hasMore } = turn.storage.page(kind, conditions, { limit, startingAfter, endingBefore })
    return { object: 'list', data: objects, has_more: hasMore, url }
  })
}

function asked(filter: Filter, name: string, value: unknown): readonly Condition[] {
  if (value === undefined) return []
  if (filter.within && value && typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([inner, given]) => asked(filter.within?.[inner] ?? {}, inner, given))
  const values = (Array.isArray(value) ? value : [value]).map(String)
  if (filter.conditions) return filter.conditions(values[0] ?? '')
  const path = filter.path ?? name
  return [{ path, is: 'in', values: filter.isFlag ? values.map((flag) => (flag === 'true' ? 1 : 0)) : values }]
}

function times(created: z.output<typeof time> | undefined): readonly Condition[] {
  if (created === undefined) return []
  if (typeof created === 'number') return [{ path: 'created', is: 'in', values: [created] }]
  return Object.entries(created).flatMap(([bound, value]) =>
    value === undefined ? [] : [{ path: 'created', is: bounds[bound as keyof typeof bounds], values: [value] }],
  )
}
