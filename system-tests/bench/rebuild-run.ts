import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { noKeys } from '@medicready/platform/vault/no-keys'
import { Vault } from '@medicready/platform/vault/vault'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { exportLog } from '@medicready/projector/export/export-log'
import { readModels } from '@medicready/projector/read-models/all'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { benchLogger, rebuildAll } from './bench-product.ts'

export interface LogReading {
  readonly events: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly memory: number
}

/** `decode` does nothing with the events; `rebuild one` rebuilds a small read model; `export` names a folder, too. */
export type WhatToRead = 'decode' | 'rebuild' | 'rebuild one' | 'export'

const BATCH = 2_000

const [what, folder = ''] = process.argv.slice(2) as [WhatToRead, string?]
const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY } = readSettings('POSTGRES_URL', 'EVENTSTORE_URL', 'MASTER_KEY')
const sql = connectPostgres(POSTGRES_URL, projectorSession('bench rebuild'))
const vault = new Vault(sql, MASTER_KEY)
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: what === 'export' ? noKeys : vault, logger: benchLogger })

async function decode(): Promise<number> {
  let events = 0
  for await (const batch of eventStore.replay({ from: null, batchSize: BATCH })) events += batch.length
  return events
}

async function exportFacts(): Promise<number> {
  const selection = { fromDay: null, toDay: null, types: null }
  return (await exportLog({ path: folder, selection, reason: 'To measure it.', sql, eventStore, vault, readModels: [] })).events
}

const run = {
  decode,
  rebuild: () => rebuildAll({ postgresUrl: POSTGRES_URL, sql, eventStore }, readModels),
  'rebuild one': () => rebuildAll({ postgresUrl: POSTGRES_URL, sql, eventStore }, [userModules]),
  export: exportFacts,
}

await eventStore.head()
const cpuBefore = process.cpuUsage()
const start = performance.now()
const events = await run[what]()
const seconds = (performance.now() - start) / 1_000
const { user, system } = process.cpuUsage(cpuBefore)
const reading: LogReading = { events, seconds, cpuSeconds: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1_024 }
process.send?.(reading)
await eventStore.close()
await sql.end({ timeout: 5 })
process.disconnect?.()
