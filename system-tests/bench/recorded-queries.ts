import type { Sql } from '@medicready/platform/postgres/connection'

/** A query as the code states it: the text between the values, and the values. */
export interface Query {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

type AnyTag = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<readonly unknown[]>

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

/** A client that does what the given one does, and keeps what it is asked. */
export const recording = (sql: Sql, into: Query[]): Sql =>
  new Proxy(sql, {
    apply(target, self, given: readonly unknown[]) {
      const [strings, ...values] = given
      if (isTemplate(strings)) into.push({ strings, values })
      return Reflect.apply(target, self, given)
    },
  })

export const replay = (sql: Sql, { strings, values }: Query): Promise<readonly unknown[]> =>
  (sql as unknown as AnyTag)(strings as unknown as TemplateStringsArray, ...values)
