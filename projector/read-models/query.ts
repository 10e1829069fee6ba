import type { Sql } from '@medicready/platform/postgres/connection'
import type { CamelCase, ReadModel, RowOf, TableDefinition } from './definition.ts'

export interface Reads {
  readonly reads: readonly (ReadModel | Reads)[]
}

export interface ReadModelQuery<Parameters extends readonly unknown[], Result> extends Reads {
  (sql: Sql, ...parameters: Parameters): Result
}

/** Readers wait for the named read models. SQL on `read.` is allowed only here; name nested queries' too. */
export const defineQuery = <Parameters extends readonly unknown[], Result>(
  reads: readonly (ReadModel | Reads)[],
  run: (sql: Sql, ...parameters: Parameters) => Result,
): ReadModelQuery<Parameters, Result> => Object.assign(run, { reads })

/** Columns of the rows that have this value in the column `by`. */
export const rowsWith = <
  Model extends ReadModel,
  Table extends keyof Model['tables'] & string,
  Column extends keyof RowOf<Model['tables'][Table]> & string,
>(
  model: Model,
  table: Table,
  columns: readonly Column[],
  by: keyof RowOf<Model['tables'][Table]> = 'user_id',
) =>
  defineQuery(
    [model],
    (sql, value: string) => sql<Pick<RowOf<Model['tables'][Table]>, Column>[]>`
      SELECT ${sql([...columns] as string[])} FROM ${sql(`read.${table}`)} WHERE ${sql(by as string)} = ${value}`,
  )

export const readModelsOf = (sources: readonly (ReadModel | Reads)[]): readonly ReadModel[] => [
  ...new Set(sources.flatMap((source) => ('reads' in source ? readModelsOf(source.reads) : [source]))),
]

/** Columns renamed by `AS "camelCase"`. */
export type Camel<Table extends TableDefinition, Name extends keyof RowOf<Table> & string> = {
  readonly [Column in Name as CamelCase<Column>]: RowOf<Table>[Column]
}

/** The columns of a LEFT JOIN. */
export type Joined<Row> = Row | { readonly [Name in keyof Row]: null }

export interface UsersQuestion {
  readonly userId: string
  readonly questionId: string
}

/** Sort key of the previous row. */
export interface PageAfter<Key = readonly [string, string]> {
  readonly after: Key | null
  readonly limit: number
}

/** LIKE pattern with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
