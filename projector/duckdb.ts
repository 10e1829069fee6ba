import { createInterface } from 'node:readline/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { csvLine } from '@medicready/platform/csv'
import { readArguments, refuse, wordsOf } from './arguments.ts'
import { ask, openExport } from './export/read-export.ts'
import { textTable } from './text-table.ts'

const usage = `Usage: npm run duckdb -- <folder> [--sql "<query>"]

Asks an export of \`npm run export\` with SQL, at a prompt. SHOW ALL TABLES lists the views, and DESCRIBE answers the columns of one.
See docs/analysts.md.

  --sql  prints the answer to one query as CSV
`

const MOST_SHOWN = 100

async function printCsv(connection: DuckDBConnection, sql: string): Promise<void> {
  for await (const { columns, rows } of ask(connection, sql))
    process.stdout.write(rows.length === 0 ? csvLine(columns) : rows.map(csvLine).join(''))
}

async function printTable(connection: DuckDBConnection, sql: string): Promise<void> {
  const found: (readonly unknown[])[] = []
  let names: readonly string[] = []
  for await (const { columns, rows } of ask(connection, sql)) {
    names = columns
    found.push(...rows.slice(0, MOST_SHOWN + 1 - found.length))
    if (found.length > MOST_SHOWN) break
  }
  process.stdout.write(textTable(names, found.slice(0, MOST_SHOWN)))
  if (found.length > MOST_SHOWN) process.stdout.write(`Only the first ${MOST_SHOWN} rows are shown.\n`)
}

/** A query ends with a semicolon and may have several lines. */
async function prompt(connection: DuckDBConnection): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
  let query = ''
  let isOver = false
  lines.once('close', () => {
    isOver = true
  })
  lines.prompt()
  for await (const line of lines) {
    query += `${line}\n`
    if (line.trim().endsWith(';')) {
      await printTable(connection, query).catch((error: unknown) => process.stdout.write(`${wordsOf(error)}\n`))
      query = ''
    }
    lines.setPrompt(query.trim() === '' ? '> ' : '… ')
    // Input that is piped has ended before its last query is answered.
    if (!isOver) lines.prompt()
  }
}

const { values, positionals } = readArguments(usage, { sql: { type: 'string' } })
const [path, ...more] = positionals
if (path === undefined || more.length > 0) refuse('Please name one folder.', usage)
const connection = await openExport(path).catch((error: unknown) => refuse(wordsOf(error)))
if (values.sql === undefined) await prompt(connection)
else await printCsv(connection, values.sql).catch((error: unknown) => refuse(wordsOf(error)))
