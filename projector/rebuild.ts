import { parseArgs } from 'node:util'
import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { createLogger } from '@medicready/platform/logger'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { ProgressBar } from './progress-bar.ts'
import { projections } from './projections.ts'
import { projectorSession } from './projector-session.ts'
import { goBack, type RebuildResult, rebuild } from './rebuilding.ts'

const usage = `Usage: npm run rebuild -- <projection>… | all

Builds read models anew from the log while everything goes on, checks them against the live ones, and puts them in their place.

  --accept-differences  go live although the rows differ from the live ones (after a fold was corrected)
  --skip-malformed      pass over events that cannot be read
  --back                put the generation before the live one back instead

Projections: ${projections.map(({ name }) => name).join(', ')}
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'accept-differences': { type: 'boolean' }, 'skip-malformed': { type: 'boolean' }, back: { type: 'boolean' } },
})
const chosen = positionals.includes('all')
  ? projections
  : projections.filter(({ name }) => positionals.some((wanted) => isNamed(name, wanted)))
const unknown = positionals.filter((wanted) => wanted !== 'all' && !projections.some(({ name }) => isNamed(name, wanted)))
if (chosen.length === 0 || unknown.length > 0) {
  process.stderr.write(`${unknown.length > 0 ? `There is no projection ${unknown.join(', ')}.\n\n` : ''}${usage}`)
  process.exit(1)
}

function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.split('/')[1] === wanted
}

const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY } = readSettings('POSTGRES_URL', 'EVENTSTORE_URL', 'MASTER_KEY')
const logger = createLogger('rebuild', 'warn')
const sql = connectPostgres(POSTGRES_URL, projectorSession('rebuild'))
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: new Vault(sql, MASTER_KEY), logger })
const stopped = new AbortController()
process.on('SIGINT', () => stopped.abort())
process.on('SIGTERM', () => stopped.abort())

const words = (result: RebuildResult): string => {
  switch (result.kind) {
    case 'live':
      return `is live as generation ${result.generation.number}${result.verified ? ', its rows the same as before' : ''}`
    case 'different':
      return `was left as it is: ${result.tables.join(', ')} would change. With --accept-differences it goes live all the same`
    case 'failed':
      return `was left as it is: ${result.failure.type} in ${result.failure.streamName} at ${result.failure.position.commit} cannot be folded: ${result.failure.error}`
  }
}

try {
  if (values.back) {
    for (const projection of chosen) {
      const former = await goBack({ sql, projection })
      process.stdout.write(
        `${projection.name} ${former ? `is back at generation ${former.number}` : 'has no generation of this version to go back to'}\n`,
      )
      if (!former) process.exitCode = 1
    }
  } else {
    const bar = new ProgressBar(process.stderr, (await eventStore.head())?.commit ?? 0n)
    const { results, events } = await rebuild({
      postgresUrl: POSTGRES_URL,
      sql,
      eventStore,
      projections: chosen,
      logger,
      signal: stopped.signal,
      skipMalformed: values['skip-malformed'] ?? false,
      acceptDifferences: values['accept-differences'] ?? false,
      onProgress: ({ events, position }) => bar.show(events, position.commit),
    })
    bar.finish(events)
    for (const result of results) process.stdout.write(`${result.projection.name} ${words(result)}\n`)
    if (results.some(({ kind }) => kind !== 'live')) process.exitCode = 1
  }
} finally {
  await eventStore.close()
  await sql.end({ timeout: 5 })
}
