import { randomUUID } from 'node:crypto'
import type { Sql } from '@medicready/platform/postgres/connection'
import { tableSql } from '../engine/table-sql.ts'
import { type Column, type ReadModel, type Row, type RowOf, storedType, type TableDefinition } from '../read-models/definition.ts'

const emptyValues: Readonly<Record<string, () => unknown>> = {
  uuid: randomUUID,
  text: () => '',
  integer: () => 0,
  'double precision': () => 0,
  boolean: () => false,
  date: () => '2026-01-01',
  timestamptz: () => '2026-01-01T00:00:00.000Z',
  jsonb: () => ({}),
}

type Match<Table extends TableDefinition> = {
  readonly [Name in keyof RowOf<Table>]?: RowOf<Table>[Name] | readonly RowOf<Table>[Name][]
}

export interface StoredRows<Table extends TableDefinition> {
  /** Ordered by key. A list matches each of its values. */
  where(match?: Match<Table>): Promise<RowOf<Table>[]>
  /** A column that is not given gets an empty value. */
  set(...rows: readonly Partial<RowOf<Table>>[]): Promise<RowOf<Table>[]>
  update(match: Match<Table>, to: Partial<RowOf<Table>>): Promise<void>
  delete(match?: Match<Table>): Promise<void>
}

/** Without the index signature of all read models. */
type Named<Tables> = Tables extends unknown
  ? {
      readonly [Name in keyof Tables as string extends Name ? never : Name]: Tables[Name] extends TableDefinition
        ? StoredRows<Tables[Name]>
        : never
    }
  : never
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (each: infer Each) => void ? Each : never
export type ReadTables<Models extends readonly ReadModel[]> = All<Named<Models[number]['tables']>>

/** The rows of these read models' tables in the schema `read`. */
export const rowsIn = <const Models extends readonly ReadModel[]>(sql: Sql, ...readModels: Models): ReadTables<Models> =>
  Object.fromEntries(
    readModels.flatMap(({ tables }) => Object.entries(tables).map(([name, table]) => [name, storedRows(sql, name, table)])),
  ) as ReadTables<Models>

function storedRows(sql: Sql, name: string, table: TableDefinition): StoredRows<TableDefinition> {
  const { upsert, rowParameters } = tableSql('read', name, table)
  const columns = Object.entries(table.columns)
  const stored = sql(`read.${name}`)
  const matching = (match: Row) =>
    Object.entries(match).reduce(
      (matched, [column, value]) =>
        sql`${matched} AND ${sql(column)} = ANY(${[value].flat().map(String)}::text[]::${sql.unsafe(storedType(table.columns[column] as Column))}[])`,
      sql`true`,
    )
  const where = (match: Row = {}): Promise<Row[]> =>
    sql<Row[]>`SELECT * FROM ${stored} WHERE ${matching(match)} ORDER BY ${sql([...table.key])}`.then((rows) => [...rows])
  const set = async (...given: readonly Row[]) => {
    const rows = given.map((row) =>
      Object.fromEntries(columns.map(([column, type]) => [column, column in row ? row[column] : emptyOf(type)])),
    )
    await sql.unsafe(upsert('(SELECT) AS fence', 0), rowParameters(rows))
    return rows
  }
  return {
    where,
    set,
    update: async (match, to) => void (await set(...(await where(match)).map((row) => ({ ...row, ...to })))),
    delete: async (match = {}) => void (await sql`DELETE FROM ${stored} WHERE ${matching(match)}`),
  }
}

const emptyOf = (column: Column): unknown => (column.endsWith('?') ? null : emptyValues[storedType(column)]?.())

/** In the schema `read`, for tests to fill. */
export async function createReadTables<const Models extends readonly ReadModel[]>(sql: Sql, ...readModels: Models) {
  for (const { tables } of readModels)
    for (const [name, definition] of Object.entries(tables)) {
      const { create, createIndexes } = tableSql('read', name, definition)
      await sql.unsafe([create, createIndexes[0]].join('; '))
    }
  return rowsIn(sql, ...readModels)
}
