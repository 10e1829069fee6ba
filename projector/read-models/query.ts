import type { Sql } from '@medicready/platform/postgres/connection'
import type { ReadModel, RowOf, TableDefinition } from './definition.ts'

/** Something that reads read models, and says which, itself or by what it is built from. */
export interface Reads {
  readonly reads: readonly (ReadModel | Reads)[]
}

/** A query over read models: a function of a connection and its parameters. */
export interface Query<Parameters extends readonly unknown[], Result> extends Reads {
  (sql: Sql, ...parameters: Parameters): Result
}

/**
 * Declares a query, or a piece of one, with the read models whose tables it names. SQL that names `read.` is written
 * nowhere else, so a reader knows what to wait for (`reading` of the read API). Other queries that it is built from are
 * named in `reads` like read models.
 */
export const defineQuery = <Parameters extends readonly unknown[], Result>(
  reads: readonly (ReadModel | Reads)[],
  run: (sql: Sql, ...parameters: Parameters) => Result,
): Query<Parameters, Result> => Object.assign(run, { reads })

/** The read models that are behind read models and queries, each once. */
export const readModelsOf = (sources: readonly (ReadModel | Reads)[]): readonly ReadModel[] => [
  ...new Set(sources.flatMap((source) => ('reads' in source ? readModelsOf(source.reads) : [source]))),
]

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : Name

/** Columns of a table under the names that SQL gives them with `AS "camelCase"`. */
export type Camel<Table extends TableDefinition, Name extends keyof RowOf<Table> & string> = {
  readonly [Column in Name as CamelCase<Column>]: RowOf<Table>[Column]
}

/** What a LEFT JOIN finds of a table: a row, or nulls. */
export type Joined<Row> = Row | { readonly [Name in keyof Row]: null }

/** A page of rows: the sort key of the row before it. */
export interface PageAfter<Key = readonly [string, string]> {
  readonly after: Key | null
  readonly limit: number
}

/** What LIKE finds every text by that contains this one: nothing in it stands for something else. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
