import type { Sql } from '@medicready/platform/postgres/connection'

export interface RecordedQuery {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

type AnyTag = (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<readonly unknown[]>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value

/** Records what the client is asked, in transactions too, but not fragments that became part of a query. */
export const recording = (sql: Sql, into: RecordedQuery[], asked = new WeakMap<object, RecordedQuery>()): Sql =>
  new Proxy(sql, {
    apply(target, self, given: readonly unknown[]) {
      const [strings, ...values] = given
      const result: unknown = Reflect.apply(target, self, given)
      if (!isTemplate(strings) || !isObject(result)) return result
      const parts = values.flatMap((value) => (isObject(value) ? (asked.get(value) ?? []) : []))
      for (const part of parts) if (into.includes(part)) into.splice(into.indexOf(part), 1)
      const query = { strings, values }
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

export const ofReadModels = (queries: readonly RecordedQuery[]): RecordedQuery[] =>
  queries.map(whole).filter((query) => isStatement(query) && mentions(query, 'read.'))

/** With its parts inlined, so that a value in them can be replaced. */
function whole({ strings, values }: RecordedQuery): RecordedQuery {
  const text = [strings[0] ?? '']
  const left: unknown[] = []
  for (const [place, value] of values.entries()) {
    const part = isPart(value) ? whole({ strings: value.strings, values: value.args }) : null
    const [first = '', ...others] = part?.strings ?? []
    if (part) text.push(`${text.pop()}${first}`, ...others)
    left.push(...(part ? part.values : [value]))
    if (part) text.push(`${text.pop()}${strings[place + 1]}`)
    else text.push(strings[place + 1] ?? '')
  }
  return { strings: Object.assign(text, { raw: text }), values: left }
}

const isPart = (value: unknown): value is { readonly strings: readonly string[]; readonly args: readonly unknown[] } =>
  isObject(value) && 'strings' in value && 'args' in value

const isStatement = ({ strings: [text = ''] }: RecordedQuery): boolean => /^\s*(SELECT|WITH)\b/.test(text)

export const mentions = ({ strings }: RecordedQuery, name: string): boolean => strings.some((text) => text.includes(name))

export async function replayAll(sql: Sql, queries: readonly RecordedQuery[]): Promise<void> {
  for (const query of queries) await replay(sql, query)
}

export const replay = (sql: Sql, { strings, values }: RecordedQuery): Promise<readonly unknown[]> =>
  (sql as unknown as AnyTag)(strings as unknown as TemplateStringsArray, ...values)
