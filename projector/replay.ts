import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { ProgressBar } from '@medicready/platform/progress-bar'
import { noKeys } from '@medicready/platform/vault/no-keys'
import { readArguments, refuse, wordsOf } from './arguments.ts'
import { chosenReadModels } from './chosen-read-models.ts'
import { lastInstantOf } from './engine/past.ts'
import { projectorSession } from './engine/projector-session.ts'
import { dropReplay, isReplaySchema, replay, standingReplays } from './engine/replays.ts'
import { readModels } from './read-models/all.ts'
import { textTable } from './text-table.ts'

const usage = `Usage: npm run replay -- <read model>… | all --as-of <day or time> --into <schema>
       npm run replay -- --list
       npm run replay -- --drop <schema>

Builds read models as of a day into a schema of their own, while the product keeps running. Nothing updates them afterwards.

  --as-of <day or time>  the end of a day in UTC (2026-06-30), or a time (2026-06-30T12:00:00Z)
  --into <schema>        a new schema: as_of_ and then lower-case letters, digits, and underscores
  --list                 list the schemas that exist
  --drop <schema>        remove one of them

Personal text, such as names, is null. Read models: ${readModels.map(({ name }) => name).join(', ')}
`

const text = { type: 'string' } as const
const { values, positionals } = readArguments(usage, { 'as-of': text, into: text, list: { type: 'boolean', default: false }, drop: text })
const wanted = values.list || values.drop !== undefined ? null : readWanted()

function readWanted() {
  const { 'as-of': given = '', into = '' } = values
  const asOf =
    lastInstantOf(given) ?? refuse(`--as-of ${given} is neither a day such as 2026-06-30 nor a time such as 2026-06-30T12:00:00Z.`, usage)
  if (!isReplaySchema(into))
    refuse(`--into ${into} must begin with as_of_ and have only lower-case letters, digits, and underscores, such as as_of_june.`, usage)
  return { readModels: chosenReadModels(positionals, usage), asOf, into }
}

const { POSTGRES_URL, EVENTSTORE_URL } = readSettings('POSTGRES_URL', 'EVENTSTORE_URL')
const logger = createLogger('replay', 'warn')
const sql = connectPostgres(POSTGRES_URL, projectorSession('replay'))
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: noKeys, logger })
const stopped = new AbortController()
process.on('SIGINT', () => stopped.abort())
process.on('SIGTERM', () => stopped.abort())
const stores = { postgresUrl: POSTGRES_URL, sql, logger, signal: stopped.signal }
const tell = (text: string) => process.stdout.write(`${text}\n`)

try {
  if (values.list) {
    const standing = await standingReplays(sql)
    const rows = standing.map((each) => [each.schema, each.asOf, each.rows, each.madeAt ?? 'unfinished', each.replayOf.join(', ')])
    process.stdout.write(
      rows.length === 0 ? 'There is no replay.\n' : textTable(['schema', 'as of', 'rows', 'made at', 'read models'], rows),
    )
  } else if (values.drop !== undefined) {
    if (!(await dropReplay(values.drop, stores))) throw new Error(`There is no replay ${values.drop}.`)
    tell(`${values.drop} is gone.`)
  } else if (wanted) {
    const bar = new ProgressBar(process.stderr, { end: (await eventStore.head())?.commit ?? 0n, what: 'events' })
    const { rows, events, unreadable } = await replay({
      ...stores,
      ...wanted,
      eventStore,
      onProgress: ({ events, position }) => bar.show(events, position.commit),
    })
    bar.finish(events)
    if (unreadable > 0) tell(`${unreadable} events cannot be read and were left out.`)
    tell(`${wanted.into} holds ${rows} rows as of ${wanted.asOf}`)
  }
} catch (error) {
  process.stderr.write(`${stopped.signal.aborted ? 'Stopped. Run it again to start over.' : wordsOf(error)}\n`)
  process.exitCode = 1
} finally {
  await eventStore.close()
  await sql.end({ timeout: 5 })
}
// A pending DNS lookup of the event store client can keep the process alive for 20 s.
process.exit()
