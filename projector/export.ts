import { eventCatalog } from '@medicready/domain/events'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { waitForLease } from '@medicready/platform/postgres/lease'
import { ProgressBar } from '@medicready/platform/progress-bar'
import { noKeys } from '@medicready/platform/vault/no-keys'
import { Vault } from '@medicready/platform/vault/vault'
import { readArguments, refuse } from './arguments.ts'
import { ExportRefused, exportLog } from './export/export-log.ts'
import { readModels } from './read-models/all.ts'

const usage = `Usage: npm run export -- [<folder>] --reason "<why>" [--from <day>] [--to <day>] [--types <type>,<type>]

Writes the facts of the log and the read models to Parquet files, with pseudonyms in place of people. Run it again to add what is new,
or to continue after it was interrupted. Without a folder, it writes to EXPORT_DIRECTORY, which analysts query in the Data Lab.
See docs/analysts.md.

  --reason  is recorded in the log and shown to administrators. Please do not name people in it
  --from    leaves out facts before this day (UTC), such as 2026-03-01
  --to      leaves out facts after this day
  --types   exports facts of these types only, such as AnswerSubmitted,ExamCompleted
`

function dayOf(option: string, day: string | undefined): string | null {
  if (day === undefined) return null
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay ? day : refuse(`--${option} ${day} is not a day such as 2026-03-01.`, usage)
}

const text = { type: 'string' } as const
const { values, positionals } = readArguments(usage, { reason: text, from: text, to: text, types: text })
const { EXPORT_DIRECTORY } = readSettings('EXPORT_DIRECTORY')
const [path = EXPORT_DIRECTORY, ...more] = positionals
if (path === undefined || more.length > 0) refuse('Please name one folder.', usage)
const reason = values.reason?.trim() ?? ''
if (reason === '') refuse('Please say why with --reason.', usage)
const selection = { fromDay: dayOf('from', values.from), toDay: dayOf('to', values.to), types: values.types?.split(',').sort() ?? null }
const unknown = selection.types?.filter((type) => !eventCatalog.has(type)) ?? []
if (unknown.length > 0) refuse(`There is no fact ${unknown.join(', ')}.`, usage)

const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS } = readSettings(
  'POSTGRES_URL',
  'EVENTSTORE_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
)
const logger = createLogger('export', 'warn')
// Files are written between two tables of the same snapshot.
const sql = connectPostgres(POSTGRES_URL, { name: 'export', parameters: { idle_in_transaction_session_timeout: '600000' } })
const vault = new Vault(sql, MASTER_KEY, MASTER_KEY_PREVIOUS)
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: noKeys, logger })
let bar: ProgressBar | undefined
// One at a time, since two could write into the same folder.
const lease = await waitForLease({ url: POSTGRES_URL, name: 'export', logger }, new AbortController().signal)
try {
  const { record, events, isResumed } = await exportLog({
    path,
    selection,
    reason,
    sql,
    eventStore,
    vault,
    readModels,
    onProgress: ({ events, position, from, through }) => {
      bar ??= new ProgressBar(process.stderr, { end: through - from, what: 'events' })
      bar.show(events, position - from)
    },
  })
  bar?.finish(events)
  const rows = record.facts.reduce((sum, file) => sum + file.rows, 0)
  process.stdout.write(`${rows.toLocaleString('en')} facts up to position ${record.through.commit} are in ${path}.\n`)
  if (isResumed) process.stdout.write('The run that was interrupted is complete. Run the command again to add what is new since.\n')
  if (record.remade) process.stdout.write(`The whole export was made again: ${record.remade}\n`)
  if (record.leftOut.length > 0) process.stdout.write(`These read models are not live and were left out: ${record.leftOut.join(', ')}.\n`)
} catch (error) {
  if (!(error instanceof ExportRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await Promise.all([eventStore.close(), lease.release()])
  await sql.end({ timeout: 5 })
}
// A pending DNS lookup of the event store client can keep the process alive for 20 s.
process.exit()
