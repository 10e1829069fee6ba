import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eventCatalog } from '@medicready/domain/events'
import { csvLine } from '@medicready/platform/csv'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { ProgressBar } from '@medicready/platform/progress-bar'
import { noKeys } from '@medicready/platform/vault/no-keys'
import { readArguments, refuse, wordsOf } from './arguments.ts'
import { analyze, resultOf } from './engine/analysis.ts'
import { lastInstantOf } from './engine/past.ts'
import { writeParquet } from './parquet.ts'
import type { Fold, Row } from './read-models/definition.ts'
import { textTable } from './text-table.ts'

const usage = `Usage: npm run analyze -- <file.ts>

Folds the log in memory and prints the result. The file exports a fold, like those in projector/analyses.

  --as-of <day or time>  fold what had occurred by the end of a day in UTC (2026-06-30), or by a time (2026-06-30T12:00:00Z)
  --csv <file>           write the result as CSV instead
  --parquet <file>       write the result as Parquet instead

Only the event types that the fold names are read. Personal text, such as names, is null.
`
const MOST_PRINTED = 1_000

const isFold = (exported: unknown): exported is Fold =>
  typeof exported === 'object' && exported !== null && 'tables' in exported && 'on' in exported

async function foldIn(file: string): Promise<Fold> {
  if (!existsSync(file)) refuse(`There is no file ${file}.`, usage)
  const exported = await import(pathToFileURL(resolve(file)).href).catch((error) =>
    refuse(`${file} cannot be loaded: ${wordsOf(error)}`, usage),
  )
  const fold = Object.values(exported).find(isFold) ?? refuse(`${file} exports no fold. Make one with defineFold.`, usage)
  // The file may never have been compiled.
  const unknown = Object.keys(fold.on).filter((type) => !eventCatalog.has(type))
  if (unknown.length > 0) refuse(`${file} names events that do not exist: ${unknown.join(', ')}.`, usage)
  return fold
}

const text = { type: 'string' } as const
const { values, positionals } = readArguments(usage, { 'as-of': text, csv: text, parquet: text })
const [file, ...more] = positionals
if (file === undefined || more.length > 0) refuse('Please name one file.', usage)
const { 'as-of': day, csv, parquet } = values
const asOf = day === undefined ? null : (lastInstantOf(day) ?? refuse(`--as-of ${day} is neither a day nor a time in UTC.`, usage))
const fold = await foldIn(file)

const { EVENTSTORE_URL } = readSettings('EVENTSTORE_URL')
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: noKeys, logger: createLogger('analyze', 'warn') })
const stopped = new AbortController()
process.on('SIGINT', () => stopped.abort())
process.on('SIGTERM', () => stopped.abort())

try {
  const [, { columns }] = resultOf(fold)
  const bar = new ProgressBar(process.stderr, { end: (await eventStore.head())?.commit ?? 0n, what: 'events' })
  const onProgress = ({ events, position }: { events: number; position: { commit: bigint } }) => bar.show(events, position.commit)
  const { rows, events, unreadable } = await analyze(fold, { eventStore, asOf, signal: stopped.signal, onProgress })
  bar.finish(events)
  if (unreadable > 0) process.stderr.write(`${unreadable} events cannot be read and were left out.\n`)
  const names = Object.keys(columns)
  const cells = (row: Row) => names.map((name) => row[name])
  if (csv !== undefined) await writeFile(csv, [csvLine(names), ...rows.map((row) => csvLine(cells(row)))])
  if (parquet !== undefined) await writeParquet(parquet, columns, rows)
  const written = [csv, parquet].filter((name) => name !== undefined)
  if (written.length > 0) process.stdout.write(`${rows.length} rows are in ${written.join(' and ')}.\n`)
  else {
    process.stdout.write(textTable(names, rows.slice(0, MOST_PRINTED).map(cells)))
    if (rows.length > MOST_PRINTED) process.stdout.write(`${MOST_PRINTED} of ${rows.length} rows. Write all of them with --csv.\n`)
  }
} catch (error) {
  process.stderr.write(`${stopped.signal.aborted ? 'Stopped.' : wordsOf(error)}\n`)
  process.exitCode = 1
} finally {
  await eventStore.close()
}
// A pending DNS lookup of the event store client can keep the process alive for 20 s.
process.exit()
