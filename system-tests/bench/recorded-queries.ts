import type { Sql } from '@medicready/platform/postgres/connection'

/** A query as the code states it: the text between the values, and the values. */
export interface Query {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  /** Those among the values that are parts of the text. */
  readonly parts: readonly Query[]
}

type AnyTag = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<readonly unknown[]>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

/**
 * A client that does what the given one does, and keeps what it is asked, in transactions too: not what became a part
 * of a query.
 */
export const recording = (sql: Sql, into: Query[], asked = new WeakMap<object, Query>()): Sql =>
  new Proxy(sql, {
    apply(target, self, given: readonly unknown[]) {
      const [strings, ...values] = given
      const result: unknown = Reflect.apply(target, self, given)
      if (!isTemplate(strings) || !isObject(result)) return result
      const parts = values.flatMap((value) => (isObject(value) ? (asked.get(value) ?? []) : []))
      for (const part of parts) if (into.includes(part)) into.splice(into.indexOf(part), 1)
      const query = { strings, values, parts }
      asked.set(result, query)
      into.push(query)
      return result
    },
    get(target, name) {
      if (name !== 'begin') return Reflect.get(target, name)
      return (options: string, work: (tx: Sql) => unknown) =>
        target.begin(options, (tx) => work(recording(tx as unknown as Sql, into, asked)))
    },
  })

/** Of what was asked, what read models were asked for: not who calls, nor how far the projector has come. */
export const ofReadModels = (queries: readonly Query[]): Query[] => queries.filter((query) => mentions(query, 'read.'))

/** In itself or in a part of it. */
export const mentions = ({ strings, parts }: Query, name: string): boolean =>
  strings.some((text) => text.includes(name)) || parts.some((part) => mentions(part, name))

export const replay = (sql: Sql, { strings, values }: Query): Promise<readonly unknown[]> =>
  (sql as unknown as AnyTag)(strings as unknown as TemplateStringsArray, ...values)
