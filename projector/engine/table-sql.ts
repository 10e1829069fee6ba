import { type Column, type Row, storedType, type TableDefinition } from '../read-models/definition.ts'

interface Lookup {
  readonly text: string
  readonly parameters: (matches: readonly Row[]) => string[]
}

export interface TableSql {
  readonly name: string
  readonly definition: TableDefinition
  readonly keyOf: (row: Row) => string
  readonly create: string
  /** Run after loading: building an index at once is much faster. */
  readonly createIndexes: readonly string[]
  readonly byKey: Lookup
  readonly by: (column: string) => Lookup
  /** They do nothing if the fence selects no row. Parameters are numbered after `parametersBefore`. */
  readonly upsert: (fence: string, parametersBefore: number) => string
  readonly remove: (fence: string, parametersBefore: number) => string
  readonly copy: string
  readonly analyze: string
  readonly keyParameters: (keys: readonly Row[]) => string[]
  readonly rowParameters: (rows: readonly Row[]) => string[]
  /** `rowOfLine` and `nameOfLine` take such a line without its end. */
  readonly copyLine: (row: Row) => string
  readonly rowOfLine: (line: string) => Row
  readonly nameOfLine: (line: string) => string
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

const sqlType = (column: Column): string => (storedType(column) === 'timestamptz' ? 'timestamptz(3)' : storedType(column))

/** Postgres stores no NUL and no lone surrogates; people can type both. */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  // Rare; checks the escapes before the strings.
  if (!text.includes('\\') || !/\\u(0000|d[89a-f])/.test(text)) return text
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner))
}

/** Always milliseconds, so that a row reads back as it was folded. */
const instant = (text: string): string => (text.length === 24 ? text : new Date(text).toISOString())

type Write = (value: unknown) => string | null
const writerOf = (column: Column): Write => {
  switch (storedType(column)) {
    case 'text':
      return (value) => (value === null ? null : storable(value as string))
    case 'jsonb':
      return (value) => (value === null ? null : storableJson(value))
    case 'timestamptz':
      return (value) => (value === null ? null : instant(value as string))
    case 'boolean':
      return (value) => (value === null ? null : value ? 't' : 'f')
    default:
      return (value) => (value === null ? null : String(value))
  }
}

/** Carries the SQLSTATE of a data exception, so that it is handled like a value refused by Postgres. */
class Unwritable extends Error {
  override readonly name = 'Unwritable'
  readonly code = '22000'
}

const orUnwritable =
  <Input, Written>(table: string, write: (input: Input) => Written) =>
  (input: Input): Written => {
    try {
      return write(input)
    } catch (error) {
      throw new Unwritable(`${table}: ${error}`)
    }
  }

const arrayElement = (text: string | null): string => (text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`)

const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const copyUnescapes: Record<string, string> = { '\\': '\\', t: '\t', n: '\n', r: '\r' }
const copyText = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => copyEscapes[character] ?? character) : text
/** Such values need no COPY escapes. */
const isPlain = (column: Column): boolean => ['integer', 'double precision', 'boolean'].includes(storedType(column))
const copyWriterOf = (column: Column): ((value: unknown) => string) => {
  const write = writerOf(column)
  if (isPlain(column)) return (value) => write(value) ?? '\\N'
  return (value) => {
    const text = write(value)
    return text === null ? '\\N' : copyText(text)
  }
}
const textOfCopy = (field: string): string =>
  field.includes('\\') ? field.replace(/\\(.)/g, (_, character: string) => copyUnescapes[character] ?? character) : field

const readerOf = (column: Column): ((field: string) => unknown) => {
  switch (storedType(column)) {
    case 'text':
      return textOfCopy
    case 'jsonb':
      return (field) => JSON.parse(textOfCopy(field))
    case 'boolean':
      return (field) => field === 't'
    case 'integer':
    case 'double precision':
      return Number
    default:
      return (field) => field
  }
}

export function tableSql(schema: string, name: string, definition: TableDefinition): TableSql {
  const columns = Object.entries(definition.columns)
  const key = definition.key.map((column) => [column, definition.columns[column] as Column] as const)
  const target = `${quoted(schema)}.${quoted(name)}`
  const names = columns.map(([column]) => quoted(column)).join(', ')
  const keyNames = key.map(([column]) => quoted(column)).join(', ')
  // Text arrays with casts, so that the client needs no type information.
  const unnest = (of: readonly (readonly [string, Column])[], parametersBefore = 0) =>
    `unnest(${of.map(([, column], index) => `$${parametersBefore + index + 1}::text::${storedType(column)}[]`).join(', ')}) AS k(${of.map(([column]) => quoted(column)).join(', ')})`
  const same = (of: readonly (readonly [string, Column])[]) =>
    of.map(([column]) => `t.${quoted(column)} = k.${quoted(column)}`).join(' AND ')
  const changes = columns.filter(([column]) => !definition.key.includes(column))

  const writersOf = (of: readonly (readonly [string, Column])[]) => of.map(([column, type]) => [column, writerOf(type)] as const)
  const parameters = (of: readonly (readonly [string, Column])[]) => {
    const writers = writersOf(of)
    return orUnwritable(name, (rows: readonly Row[]) =>
      writers.map(([column, write]) => `{${rows.map((row) => arrayElement(write(row[column]))).join(',')}}`),
    )
  }
  // Forces an index lookup per match, whatever the planner thinks of the table's size.
  const lookup = (of: readonly (readonly [string, Column])[], limit: string): Lookup => ({
    text: `SELECT t.* FROM ${unnest(of)} CROSS JOIN LATERAL (SELECT ${names} FROM ${target} t WHERE ${same(of)} ${limit}) t`,
    parameters: parameters(of),
  })
  const found = new Map(definition.foundBy?.map((column) => [column, lookup([[column, definition.columns[column] as Column]], 'OFFSET 0')]))
  const isIndexed = (column: string) =>
    [`(${definition.key.join(', ')})`, ...(definition.indexes ?? [])].some((index) => /^\((\w+)[^)]*\)$/.exec(index)?.[1] === column)
  const copyFields = columns.map(([column, type], index) => {
    const write = copyWriterOf(type)
    const end = index < columns.length - 1 ? '\t' : '\n'
    return (row: Row) => write(row[column]) + end
  })
  const readers = columns.map(([column, type]) => [column, readerOf(type)] as const)
  const [first, second] = definition.key
  if (first === undefined || definition.key.length > 2) throw new Error(`The key of ${name} must have one or two columns.`)

  const keyOf = second === undefined ? (row: Row) => String(row[first]) : (row: Row) => `${row[first]}\n${row[second]}`
  const fieldsOfKey = 1 + Math.max(...definition.key.map((column) => columns.findIndex(([name]) => name === column)))
  const rowOf = (fields: readonly string[]): Row => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < fields.length; index++) {
      const [column, read] = readers[index] as (typeof readers)[number]
      const field = fields[index] as string
      row[column] = field === '\\N' ? null : read(field)
    }
    return row
  }

  return {
    name,
    definition,
    keyOf,
    // Fill factor leaves room for HOT updates.
    create: `CREATE TABLE ${target} (${columns
      .map(([column, type]) => `${quoted(column)} ${sqlType(type)}${type.endsWith('?') ? '' : ' NOT NULL'}`)
      .join(', ')}) WITH (fillfactor = ${definition.appendOnly ? 100 : 80})`,
    createIndexes: [
      `ALTER TABLE ${target} ADD PRIMARY KEY (${keyNames})`,
      ...(definition.foundBy ?? []).flatMap((column) =>
        isIndexed(column) ? [] : `CREATE INDEX ON ${target} (${column}) WHERE ${column} IS NOT NULL`,
      ),
      ...(definition.indexes ?? []).map((index) => `CREATE INDEX ON ${target} ${index}`),
    ],
    byKey: lookup(key, 'LIMIT 1'),
    by: (column) => {
      const by = found.get(column)
      if (!by) throw new Error(`Rows of ${name} are not found by ${column}.`)
      return by
    },
    upsert: (fence, before) =>
      `INSERT INTO ${target} (${names}) SELECT k.* FROM ${fence}, ${unnest(columns, before)} ON CONFLICT (${keyNames}) DO ${
        changes.length === 0
          ? 'NOTHING'
          : `UPDATE SET ${changes.map(([column]) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ')}`
      }`,
    remove: (fence, before) => `DELETE FROM ${target} t USING ${fence}, ${unnest(key, before)} WHERE ${same(key)}`,
    copy: `COPY ${target} (${names}) FROM STDIN`,
    // JSON columns are never filtered; analyzing them would take half of the time.
    analyze: `ANALYZE ${target} (${columns
      .filter(([, type]) => storedType(type) !== 'jsonb')
      .map(([column]) => quoted(column))
      .join(', ')})`,
    keyParameters: parameters(key),
    rowParameters: parameters(columns),
    copyLine: orUnwritable(name, (row) => {
      let line = ''
      for (const field of copyFields) line += field(row)
      return line
    }),
    rowOfLine: (line) => rowOf(line.split('\t')),
    nameOfLine: (line) => keyOf(rowOf(line.split('\t', fieldsOfKey))),
  }
}

export const fingerprint = (schema: string, name: string): string =>
  `SELECT count(*)::text || ':' || coalesce(sum(hash_record_extended(t, 0)), 0)::text AS fingerprint FROM ${quoted(schema)}.${quoted(name)} t`
