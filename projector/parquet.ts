import { tmpdir } from 'node:os'
import { copyToParquet, withDuckDb } from './export/duckdb.ts'
import { type Column, type Row, storedType } from './read-models/definition.ts'

const typeIn = (column: Column): string => storedType(column).replace('timestamptz', 'timestamp').replace('jsonb', 'json')

/** Times are in UTC. */
export const writeParquet = (file: string, columns: Readonly<Record<string, Column>>, rows: readonly Row[]): Promise<number> =>
  withDuckDb(tmpdir(), async (connection) => {
    const names = Object.keys(columns)
    await connection.run(`CREATE TABLE result (${names.map((name) => `"${name}" text`).join(', ')})`)
    const appender = await connection.createAppender('result')
    for (const row of rows) {
      for (const name of names) {
        const value = row[name]
        if (value === null) appender.appendNull()
        else appender.appendVarchar(typeof value === 'object' ? JSON.stringify(value) : String(value))
      }
      appender.endRow()
    }
    appender.closeSync()
    const typed = Object.entries(columns).map(([name, column]) => `"${name}"::${typeIn(column)} AS "${name}"`)
    return copyToParquet(connection, `SELECT ${typed.join(', ')} FROM result`, file)
  })
