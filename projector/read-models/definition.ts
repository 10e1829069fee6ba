import type { Recorded } from '@medicready/domain/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'

/**
 * A read model is a pure fold: the same events give the same rows, whatever the size of the batches. Handlers read no
 * clock, draw no random numbers and see no other read model. They are synchronous and may run again: a handler that
 * asks for rows that are not loaded yet gets none, and the event is folded again once they are.
 */

type ColumnType = 'uuid' | 'text' | 'integer' | 'double precision' | 'boolean' | 'date' | 'timestamptz' | 'jsonb'
/** A question mark lets the column hold null. */
type ColumnName = ColumnType | `${ColumnType}?`

/** Exported only so that TypeScript can name the types of definitions. */
declare const carried: unique symbol
/** A column whose values are of a type of their own, such as one of a few words in a column of text. */
export type TypedColumn<Value> = ColumnName & { readonly [carried]: Value }
export type Column = ColumnName | TypedColumn<unknown>

/**
 * A column of text or JSON with the TypeScript type of its values: `typed<Tier>('text')`,
 * `typed<ItemAnswer>('jsonb?')`.
 */
export function typed<Value>(column: 'text' | 'jsonb'): TypedColumn<Value>
export function typed<Value>(column: 'text?' | 'jsonb?'): TypedColumn<Value | null>
export function typed<Value>(column: ColumnName): TypedColumn<Value> {
  return column as TypedColumn<Value>
}

interface ValueOf {
  uuid: string
  text: string
  integer: number
  /** Reads back as the number that was folded. */
  'double precision': number
  boolean: boolean
  /** `YYYY-MM-DD` */
  date: string
  /** ISO 8601, UTC, kept to the millisecond. */
  timestamptz: string
  jsonb: unknown
}

type Value<C extends Column> =
  C extends TypedColumn<infer Carried>
    ? Carried
    : C extends `${infer Type extends ColumnType}?`
      ? ValueOf[Type] | null
      : C extends ColumnType
        ? ValueOf[C]
        : never

export interface TableDefinition {
  /** Names one or two of the columns. */
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
  /** Columns by which folds find rows with `where`. Each has an index. */
  readonly foundBy?: readonly string[]
  /** What follows `CREATE INDEX ON <table>`: columns in parentheses, and a WHERE clause for a partial index. */
  readonly indexes?: readonly string[]
  /** Rows are set once and never read by the fold: a backfill writes them while it still reads the log. */
  readonly appendOnly?: true
  /** Only its own fold needs it: it has no view in the schema `read`. */
  readonly private?: true
}

/** The columns of ids and names: their values compare alike in memory and in Postgres. */
type Plain<Columns extends Record<string, Column>> = {
  [Name in keyof Columns]: Columns[Name] extends `${'uuid' | 'text'}${'' | '?'}` ? Name : never
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
/** One of the columns by which rows are found, with the value to look for. */
type MatchOf<Table extends TableDefinition> = Table extends { readonly foundBy: readonly (infer Name extends string)[] }
  ? { [Found in Name]: { readonly [N in Found]: string } }[Name]
  : never

/** Adds a row. */
interface AddedRows<Table extends TableDefinition> {
  set(row: RowOf<Table>): void
}

/** The rows of one table as the events before, and this one so far, have left them. */
export interface KeptRows<Table extends TableDefinition> extends AddedRows<Table> {
  get(key: KeyOf<Table>): RowOf<Table> | null
  /** All rows with this value in a column of `foundBy`, in the order of their keys. */
  where(match: MatchOf<Table>): readonly RowOf<Table>[]
  delete(key: KeyOf<Table>): void
}

export type Tables = Readonly<Record<string, TableDefinition>>
export type Rows<T extends Tables> = {
  readonly [Name in keyof T]: T[Name] extends { readonly appendOnly: true } ? AddedRows<T[Name]> : KeptRows<T[Name]>
}

type Handlers<T extends Tables> = { readonly [Type in FactType]?: (fact: Recorded<FactOf<Type>>, rows: Rows<T>) => void }

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>

/** Rows of any table, as the engine hands them to a handler whose tables it does not know by type. */
export interface AnyRows {
  get(key: Row): Row | null
  where(match: Row): readonly Row[]
  set(row: Row): void
  delete(key: Row): void
}
export type Handler = (fact: Recorded<Fact>, rows: Readonly<Record<string, AnyRows>>) => void

export interface ReadModel {
  /** `<room>/<file>` */
  readonly name: string
  /**
   * Counted up by hand whenever the tables or the meaning of a row change: the projector then backfills the new version
   * beside the live one.
   */
  readonly version: number
  readonly tables: Tables
  readonly on: Readonly<Partial<Record<string, Handler>>>
}

export const defineReadModel = <const T extends Tables>(readModel: {
  readonly name: string
  readonly version: number
  readonly tables: T
  readonly on: Handlers<T>
}): ReadModel & { readonly tables: T } => readModel as unknown as ReadModel & { readonly tables: T }

/**
 * Hands the read models back, after a look at the names of their tables: each view of the schema `read` shows one table
 * of one read model.
 */
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
