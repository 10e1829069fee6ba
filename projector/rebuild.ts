import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { ProgressBar } from '@medicready/platform/progress-bar'
import { Vault } from '@medicready/platform/vault/vault'
import { readArguments } from './arguments.ts'
import { chosenReadModels } from './chosen-read-models.ts'
import { inWords } from './engine/interpreter.ts'
import { projectorSession } from './engine/projector-session.ts'
import { type RebuildResult, rebuild, rollBack } from './engine/rebuilding.ts'
import { readModels } from './read-models/all.ts'

const usage = `Usage: npm run rebuild -- <read model>… | all

Rebuilds read models from the log while the product keeps running, compares them with the live builds, and makes them live.

  --accept-differences  make a build live even if its rows differ from the live ones, for example after you corrected a fold
  --skip-malformed      skip events that cannot be read
  --rollback            make the previous build live again

Read models: ${readModels.map(({ name }) => name).join(', ')}
`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = readArguments(usage, { 'accept-differences': flag, 'skip-malformed': flag, rollback: flag })
const chosen = chosenReadModels(positionals, usage)

const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY, MASTER_KEY_PREVIOUS } = readSettings(
  'POSTGRES_URL',
  'EVENTSTORE_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
)
const logger = createLogger('rebuild', 'warn')
const sql = connectPostgres(POSTGRES_URL, projectorSession('rebuild'))
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: new Vault(sql, MASTER_KEY, MASTER_KEY_PREVIOUS), logger })
const stopped = new AbortController()
process.on('SIGINT', () => stopped.abort())
process.on('SIGTERM', () => stopped.abort())

const words = (result: RebuildResult): string => {
  switch (result.kind) {
    case 'live':
      return `is live as build ${result.build.number}${result.verified ? ', its rows the same as before' : ''}`
    case 'different':
      return `was left as it is: ${result.tables.join(', ')} would change. With --accept-differences it goes live all the same`
    case 'failed':
      return `was left as it is: ${inWords(result.failure)}`
  }
}

try {
  if (values.rollback) {
    for (const readModel of chosen) {
      const previous = await rollBack({ sql, readModel })
      process.stdout.write(
        `${readModel.name} ${previous ? `is back at build ${previous.number}` : 'has no previous build of this version to roll back to'}\n`,
      )
      if (!previous) process.exitCode = 1
    }
  } else {
    const bar = new ProgressBar(process.stderr, { end: (await eventStore.head())?.commit ?? 0n, what: 'events' })
    const { results, events } = await rebuild({
      postgresUrl: POSTGRES_URL,
      sql,
      eventStore,
      readModels: chosen,
      logger,
      signal: stopped.signal,
      skipMalformed: values['skip-malformed'],
      acceptDifferences: values['accept-differences'],
      onProgress: ({ events, position }) => bar.show(events, position.commit),
    })
    bar.finish(events)
    for (const result of results) process.stdout.write(`${result.readModel.name} ${words(result)}\n`)
    if (results.some(({ kind }) => kind === 'failed' || kind === 'different')) process.exitCode = 1
  }
} finally {
  await eventStore.close()
  await sql.end({ timeout: 5 })
}
// A pending DNS lookup of the event store client can keep the process alive for 20 s.
process.exit()
