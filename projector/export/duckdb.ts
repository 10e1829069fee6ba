import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

/** DuckDB's type by column name. */
export type FileColumns = Readonly<Record<string, string>>

export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
export const structOf = (columns: FileColumns): string =>
  `{${Object.entries(columns)
    .map(([name, type]) => `"${name}": ${quotedText(type)}`)
    .join(', ')}}`

/** With one thread, the same rows in the same order give the same bytes. It is not the thread of Node. */
const writing = { threads: '1', memory_limit: '512MB' }

export async function withDuckDb<Result>(temporary: string, work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result> {
  const database = await DuckDBInstance.create(':memory:', { ...writing, temp_directory: temporary })
  const connection = await database.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
    database.closeSync()
  }
}

/** More than a file of facts holds, so that each has one row group, however its rows were collected. */
const ROWS_OF_GROUP = 122_880

export async function copyToParquet(connection: DuckDBConnection, query: string, file: string): Promise<number> {
  const copy = `COPY (${query}) TO ${quotedText(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROWS_OF_GROUP})`
  return (await connection.run(copy)).rowsChanged
}
