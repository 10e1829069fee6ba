import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api'
import { quoted } from '../engine/table-sql.ts'
import { readModels } from '../read-models/all.ts'
import { type FileColumns, quotedText } from './duckdb.ts'
import { type ExportedFile, ExportFolder, type ExportRecord } from './export-folder.ts'
import { factColumns } from './exported-facts.ts'
import { tableColumns } from './table-files.ts'

const views = readFileSync(new URL('views.sql', import.meta.url), 'utf8')

/** With a view for each type of fact, the views of `views.sql`, and the read models in the schema `read_models`. */
export async function openExport(path: string, limits: Readonly<Record<string, string>> = {}): Promise<DuckDBConnection> {
  const folder = new ExportFolder(resolve(path))
  const manifest = await folder.read('manifest.json')
  if (!manifest) throw new Error(`${path} holds no finished export.`)
  const connection = await (await DuckDBInstance.create(':memory:', limits)).connect()
  await connection.run("SET TimeZone = 'UTC'; CREATE SCHEMA read_models")
  for (const statement of [...viewsOfFacts(folder, manifest), ...viewsOfTables(folder, manifest)]) await connection.run(statement)
  await connection.run(views)
  await connection.run(
    `SET allowed_directories = [${quotedText(folder.path)}]; SET enable_external_access = false; SET lock_configuration = true`,
  )
  return connection
}

/** Without files, the columns are there all the same. */
function viewOf(name: string, folder: ExportFolder, files: readonly ExportedFile[], columns: FileColumns): string {
  const paths = files.map((file) => quotedText(folder.of(file.path))).join(', ')
  const none = Object.entries(columns).map(([column, type]) => `NULL::${type} AS ${quoted(column)}`)
  const partitions = 'month' in columns ? ", hive_partitioning = true, hive_types = {type: 'VARCHAR', month: 'VARCHAR'}" : ''
  const from = `read_parquet([${paths}]${partitions})`
  return `CREATE VIEW ${name} AS SELECT ${files.length > 0 ? `* FROM ${from}` : `${none.join(', ')} WHERE false`}`
}

const viewsOfFacts = (folder: ExportFolder, { facts }: ExportRecord): string[] => {
  const byType = Map.groupBy(facts, ({ path }) => /\/type=(\w+)\//.exec(path)?.[1])
  return Array.from(factColumns, ([type, columns]) =>
    viewOf(quoted(type), folder, byType.get(type) ?? [], { ...columns, month: 'VARCHAR', type: 'VARCHAR' }),
  )
}

const viewsOfTables = (folder: ExportFolder, record: ExportRecord): string[] => {
  const files = new Map(record.readModels.flatMap(({ tables }) => tables).map((file) => [file.path, file]))
  return readModels.flatMap(({ tables }) =>
    Object.entries(tables)
      .filter(([, definition]) => !definition.private)
      .map(([table, definition]) => {
        const file = files.get(`read_models/${table}.parquet`)
        return viewOf(`read_models.${quoted(table)}`, folder, file ? [file] : [], tableColumns(definition))
      }),
  )
}

/** At least one page, so that the columns are known. Only reads: COPY could write into the folder. */
export async function* ask(connection: DuckDBConnection, sql: string) {
  const statements = await connection.extractStatements(sql)
  if (statements.count !== 1) throw new Error('Please ask one question at a time.')
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT) throw new Error('Only queries that read, such as SELECT, are allowed.')
  const result = await statement.stream()
  const columns = result.columnNames()
  const types = result.columnTypes().map(String)
  yield { columns, types, rows: [] }
  for await (const rows of result.yieldRowsJson()) yield { columns, types, rows }
}
