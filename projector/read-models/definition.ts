import type { Recorded } from '@medicready/domain/core/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'

// A read model is a pure fold: same events, same rows, whatever the batch size. Handlers are synchronous and must not
// use clocks, randomness or other read models. They may run again once missing rows are loaded.

/**
 * `text` and `jsonb` may hold what a person wrote and are never exported to analysts. Write `coded text` and
 * `coded jsonb` for what holds codes and numbers only. `typed<Union>('text')` is coded.
 */
type ColumnType =
  | 'uuid'
  | 'text'
  | 'coded text'
  | 'integer'
  | 'double precision'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'jsonb'
  | 'coded jsonb'
/** A question mark makes the column nullable. */
type ColumnName = ColumnType | `${ColumnType}?`

/** Exported so that TypeScript can name the types of definitions. */
declare const carried: unique symbol
export type TypedColumn<Value> = ColumnName & { readonly [carried]: Value }
export type Column = ColumnName | TypedColumn<unknown>

type Json = 'jsonb' | 'coded jsonb'
/** Text is for unions of codes. */
type Written<Value> = string extends Value ? Json : 'text' | Json
/** For example `typed<Tier>('text')` or `typed<ItemAnswer>('jsonb?')`. */
export function typed<Value>(column: Written<Value>): TypedColumn<Value>
export function typed<Value>(column: `${Written<Value>}?`): TypedColumn<Value | null>
export function typed<Value>(column: string): TypedColumn<Value> {
  return (column.startsWith('text') ? `coded ${column}` : column) as TypedColumn<Value>
}

interface ValueOf {
  uuid: string
  text: string
  'coded text': string
  integer: number
  /** Round-trips exactly. */
  'double precision': number
  boolean: boolean
  date: string
  /** ISO 8601, UTC, milliseconds. */
  timestamptz: string
  jsonb: unknown
  'coded jsonb': unknown
}

/** The type in PostgreSQL. */
export const storedType = (column: Column): string => column.replace('coded ', '').replace('?', '')

type Value<C extends Column> =
  C extends TypedColumn<infer Carried>
    ? Carried
    : C extends `${infer Type extends ColumnType}?`
      ? ValueOf[Type] | null
      : C extends ColumnType
        ? ValueOf[C]
        : never

export interface TableDefinition {
  /** One or two columns. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
  /** Columns for `where`; each gets an index. */
  readonly foundBy?: readonly string[]
  /** Text after `CREATE INDEX ON <table>`: columns in parentheses, optionally a WHERE clause. */
  readonly indexes?: readonly string[]
  /** Set once and never read by the fold, so that a backfill can write them while reading the log. */
  readonly appendOnly?: true
  /** No view in the schema `read`. */
  readonly private?: true
}

/** These types compare the same in memory and in Postgres. */
type Plain<Columns extends Record<string, Column>> = {
  [Name in keyof Columns]: Columns[Name] extends `${'uuid' | 'text' | 'coded text'}${'' | '?'}` ? Name : never
}[keyof Columns] &
  string

export const table = <
  const Columns extends Record<string, Column>,
  const Key extends keyof Columns & string,
  const Found extends Plain<Columns>,
  const Definition extends TableDefinition & {
    readonly key: readonly Key[]
    readonly columns: Columns
    readonly foundBy?: readonly Found[]
  },
>(
  definition: Definition & { readonly key: readonly Key[]; readonly columns: Columns; readonly foundBy?: readonly Found[] },
): Definition => definition

export type RowOf<Table extends TableDefinition> = { readonly [Name in keyof Table['columns']]: Value<Table['columns'][Name]> }
export type KeyOf<Table extends TableDefinition> = { readonly [Name in Table['key'][number]]: Value<Table['columns'][Name] & Column> }
type MatchOf<Table extends TableDefinition> = Table extends { readonly foundBy: readonly (infer Name extends string)[] }
  ? { [Found in Name]: { readonly [N in Found]: string } }[Name]
  : never

interface AppendOnlyRows<Table extends TableDefinition> {
  set(row: RowOf<Table>): void
}

export interface MutableRows<Table extends TableDefinition> extends AppendOnlyRows<Table> {
  get(key: KeyOf<Table>): RowOf<Table> | null
  /** Ordered by key. */
  where(match: MatchOf<Table>): readonly RowOf<Table>[]
  delete(key: KeyOf<Table>): void
}

export type Tables = Readonly<Record<string, TableDefinition>>
export type Rows<T extends Tables> = {
  readonly [Name in keyof T]: T[Name] extends { readonly appendOnly: true } ? AppendOnlyRows<T[Name]> : MutableRows<T[Name]>
}

/** Nothing without such a row. */
export function update<Table extends TableDefinition>(
  rows: MutableRows<Table>,
  key: KeyOf<Table>,
  to: Partial<RowOf<Table>> | ((row: RowOf<Table>) => Partial<RowOf<Table>>),
): void {
  const row = rows.get(key)
  if (row) rows.set({ ...row, ...(typeof to === 'function' ? to(row) : to) })
}

interface Version {
  readonly change: number
  readonly since: string
  readonly until: string | null
}
/** Ends the version before it. Changes are counted from 0. */
export function addVersion<Table extends TableDefinition>(versions: MutableRows<Table>, version: RowOf<Table> & Version): void {
  const rows = versions as unknown as AnyRows
  const former = version.change === 0 ? null : rows.get({ ...version, change: version.change - 1 })
  if (former) rows.set({ ...former, until: version.since })
  rows.set(version)
}

export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : Name

const camelCased = new Map<string, string>()
export function camelCase(column: string): string {
  const known = camelCased.get(column) ?? column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  camelCased.set(column, known)
  return known
}

type Fields<Row> = { readonly [Name in keyof Row & string as CamelCase<Name>]?: Row[Name] }
type Needed<Row, Source = object> = {
  [Name in keyof Row & string]: CamelCase<Name> extends keyof Source
    ? never
    : null extends Row[Name]
      ? never
      : Row[Name] extends number | boolean
        ? never
        : Name
}[keyof Row & string]
const emptyValues: Readonly<Record<string, unknown>> = { integer: 0, 'double precision': 0, boolean: false }

/** A column's value is that of `rest`, else of the source's field of this name, else empty: null, 0, or false. */
export function rowFrom<Table extends TableDefinition, Source extends Fields<RowOf<Table>>>(
  { columns }: Table,
  source: Source,
  rest: Partial<RowOf<Table>> & Pick<RowOf<Table>, Needed<RowOf<Table>, Source>>,
): RowOf<Table> {
  const row: Record<string, unknown> = {}
  for (const [column, type] of Object.entries(columns))
    row[column] = column in rest ? (rest as Row)[column] : ((source as Row)[camelCase(column)] ?? emptyValues[type] ?? null)
  return row as RowOf<Table>
}

/** Columns that are not given are empty. */
export const newRow = <Table extends TableDefinition>(
  table: Table,
  given: Partial<RowOf<Table>> & Pick<RowOf<Table>, Needed<RowOf<Table>>>,
): RowOf<Table> => rowFrom(table, {}, given)

type Handlers<T extends Tables> = { readonly [Type in FactType]?: (fact: Recorded<FactOf<Type>>, rows: Rows<T>) => void }

export type Row = Readonly<Record<string, unknown>>

/** For the engine, which does not know table types. */
export interface AnyRows {
  get(key: Row): Row | null
  where(match: Row): readonly Row[]
  set(row: Row): void
  delete(key: Row): void
}
export type FoldHandler = (fact: Recorded<Fact>, rows: Readonly<Record<string, AnyRows>>) => void

export interface Fold {
  readonly tables: Tables
  readonly on: Readonly<Partial<Record<string, FoldHandler>>>
}

/** For `npm run analyze`. The table that is not private is the result. */
export const defineFold = <const T extends Tables>(fold: { readonly tables: T; readonly on: Handlers<T> }): Fold & { readonly tables: T } =>
  fold as unknown as Fold & { readonly tables: T }

export interface ReadModel extends Fold {
  /** `<room>/<file>` */
  readonly name: string
  /** Increase it when tables or meanings change: the projector then backfills the new version beside the live one. */
  readonly version: number
}

export const defineReadModel = <const T extends Tables>(readModel: {
  readonly name: string
  readonly version: number
  readonly tables: T
  readonly on: Handlers<T>
}): ReadModel & { readonly tables: T } => readModel as unknown as ReadModel & { readonly tables: T }

/** Throws if two read models share a table name, since each table is one view in `read`. */
export function listed(readModels: readonly ReadModel[]): readonly ReadModel[] {
  const owners = new Map<string, string>()
  for (const { name, tables } of readModels)
    for (const table of Object.keys(tables)) {
      const owner = owners.get(table)
      if (owner !== undefined)
        throw new Error(`The table ${table} belongs to ${owner} and to ${name}: give it another name in one of them.`)
      owners.set(table, name)
    }
  return readModels
}
