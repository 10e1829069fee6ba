import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { eventCatalog } from '@medicready/domain/events'
import type { Sql } from '@medicready/platform/postgres/connection'
import { copiedRows } from '@medicready/platform/postgres/copied-rows'
import { buildIn } from '../engine/builds.ts'
import { quoted } from '../engine/table-sql.ts'
import { type Column, type ReadModel, storedType, type TableDefinition } from '../read-models/definition.ts'
import { copyToParquet, type FileColumns, quotedText, structOf } from './duckdb.ts'
import type { ExportedFile, ExportFolder, ExportRecord } from './export-folder.ts'
import { sealedFields } from './exported-facts.ts'
import type { Pseudonyms } from './pseudonyms.ts'

const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** Columns with the name of a field that is sealed in any event. */
const sealedColumns: ReadonlySet<string> = new Set([...eventCatalog.values()].flatMap(sealedFields).map(snakeCase))

const numbers: FileColumns = { uuid: 'UUID', integer: 'INTEGER', 'double precision': 'DOUBLE', boolean: 'BOOLEAN' }
const others: FileColumns = { date: 'DATE', timestamptz: 'TIMESTAMP', 'coded text': 'VARCHAR', 'coded jsonb': 'JSON' }
const fileType = (name: string, column: Column): string | undefined => {
  const type = column.replace('?', '')
  return numbers[type] ?? (sealedColumns.has(name) ? undefined : others[type])
}

/** Without text of people: see `ColumnType`. */
export const tableColumns = ({ columns }: TableDefinition): FileColumns =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => {
      const type = fileType(name, column)
      return type === undefined ? [] : [[name, type]]
    }),
  )

/** Rows about people who have been erased are left out. */
function rowsOf(name: string, { key, columns }: TableDefinition): string {
  const read = Object.entries(tableColumns({ key, columns })).map(([column, type]) =>
    type === 'TIMESTAMP' ? `${quoted(column)} AT TIME ZONE 'UTC'` : quoted(column),
  )
  const about = [...new Set([...key, 'user_id'])].filter((column) => columns[column] && storedType(columns[column]) === 'uuid')
  const conditions = about.map((column) => `(${quoted(column)} IN (SELECT subject FROM vault.keys WHERE wrapped_key IS NULL)) IS NOT TRUE`)
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  return `SELECT ${read.join(', ')} FROM "read".${quoted(name)} ${where} ORDER BY ${key.map(quoted).join(', ')}`
}

interface TablesOptions {
  readonly sql: Sql
  readonly readModels: readonly ReadModel[]
  readonly folder: ExportFolder
  readonly connection: DuckDBConnection
  readonly pseudonyms: Pseudonyms
}

/** All tables that services can read, as of one moment. */
export const exportTables = ({ sql, readModels, folder, connection, pseudonyms }: TablesOptions) =>
  sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx): Promise<Pick<ExportRecord, 'readModels' | 'leftOut'>> => {
    const written: ExportRecord['readModels'] = []
    const leftOut: string[] = []
    for (const readModel of readModels) {
      const { name, version, tables } = readModel
      const live = await buildIn(tx, readModel, 'live')
      if (live?.version !== version) {
        leftOut.push(name)
        continue
      }
      const files: ExportedFile[] = []
      for (const [table, definition] of Object.entries(tables).filter(([, { private: isPrivate }]) => !isPrivate)) {
        const rows = await copiedRows(tx, `COPY (${rowsOf(table, definition)}) TO STDOUT (FORMAT csv)`)
        const csv = join(folder.scratch, 'rows.csv')
        await pipeline(rows, withPseudonyms(pseudonyms), createWriteStream(csv))
        files.push(await writeTable(table, tableColumns(definition)))
      }
      // A view that was switched to a newer build has no rows in this snapshot.
      if ((await buildIn(sql, readModel, 'live'))?.number !== live.number)
        throw new Error(`${name} was rebuilt during the export. Please run the command again.`)
      written.push({ name, version, position: live.position && String(live.position.commit), tables: files })
    }
    return { readModels: written, leftOut }

    async function writeTable(table: string, columns: FileColumns): Promise<ExportedFile> {
      const format = `auto_detect = false, header = false, nullstr = '', allow_quoted_nulls = false, quote = '"', escape = '"'`
      const csv = quotedText(join(folder.scratch, 'rows.csv'))
      const query = `SELECT * FROM read_csv(${csv}, columns = ${structOf(columns)}, ${format})`
      const rows = await copyToParquet(connection, query, join(folder.scratch, 'table.parquet'))
      return folder.take('table.parquet', `read_models/${table}.parquet`, rows)
    }
  })

/** In whole lines, since an ID may be in two chunks. */
function withPseudonyms(pseudonyms: Pseudonyms): Transform {
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf('\n') + 1
      const lines = Buffer.concat([rest, chunk.subarray(0, end)])
      rest = end === 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.subarray(end))
      done(null, end === 0 ? '' : pseudonyms.within(lines.toString('utf8')))
    },
    flush(done) {
      done(null, pseudonyms.within(rest.toString('utf8')))
    },
  })
}
