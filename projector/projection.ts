import type { Recorded } from '@medicready/domain/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'

/**
 * A projection is a pure fold: the same events give the same rows, whatever the size of the batches. Handlers read no clock, draw no chance and see no
 * other projection. They name rows by keys that come from the event alone, so that the runner can load all rows of a batch with one query a table.
 */

type ColumnType = 'uuid' | 'text' | 'integer' | 'double precision' | 'boolean' | 'date' | 'timestamptz' | 'jsonb'
/** A question mark lets the column hold null. */
export type Column = ColumnType | `${ColumnType}?`

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

type Value<C extends Column> = C extends `${infer Type extends ColumnType}?`
  ? ValueOf[Type] | null
  : C extends ColumnType
    ? ValueOf[C]
    : never

export interface TableDefinition {
  readonly key: readonly string[]
  readonly columns: Readonly<Record<string, Column>>
  /** What follows `CREATE INDEX ON <table>`: columns in parentheses, and a WHERE clause for a partial index. */
  readonly indexes?: readonly string[]
  /** Rows are inserted and never touched again: a rebuild writes them while it still reads the log. */
  readonly appendOnly?: true
}

/** Names the columns of the key from among the columns. */
export const table = <const Columns extends Record<string, Column>, const Key extends keyof Columns & string>(
  definition: TableDefinition & { readonly key: readonly Key[]; readonly columns: Columns },
) => definition

export type RowOf<Table extends TableDefinition> = { readonly [Name in keyof Table['columns']]: Value<Table['columns'][Name]> }
export type KeyOf<Table extends TableDefinition> = { readonly [Name in Table['key'][number]]: Value<Table['columns'][Name] & Column> }

export interface TableRows<Table extends TableDefinition> {
  /** Writes a row, whether there was one of its key or not. */
  insert(row: RowOf<Table>): void
  /** Hands over the row as earlier events left it, or null. Answering the same row, or null for null, changes nothing. */
  update(key: KeyOf<Table>, change: (row: RowOf<Table> | null) => RowOf<Table> | null): void
  remove(key: KeyOf<Table>): void
}

export type Tables = Readonly<Record<string, TableDefinition>>
export type Rows<T extends Tables> = { readonly [Name in keyof T]: TableRows<T[Name]> }

type Handlers<T extends Tables> = { readonly [Type in FactType]?: (fact: Recorded<FactOf<Type>>, rows: Rows<T>) => void }

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>
export interface AnyRows {
  insert(row: Row): void
  update(key: Row, change: (row: Row | null) => Row | null): void
  remove(key: Row): void
}
export type Handler = (fact: Recorded<Fact>, rows: Readonly<Record<string, AnyRows>>) => void

export interface Projection {
  /** `<room>/<file>` */
  readonly name: string
  /** Counted up by hand whenever the tables or the meaning of a row change: the projector then fills the new version beside the live one. */
  readonly version: number
  readonly tables: Tables
  readonly on: Readonly<Partial<Record<string, Handler>>>
}

export const defineProjection = <const T extends Tables>(projection: {
  readonly name: string
  readonly version: number
  readonly tables: T
  readonly on: Handlers<T>
}): Projection => projection as unknown as Projection
