import { readSettings } from '@medicready/platform/environment'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { readModels } from '@medicready/projector/read-models/all'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { benchLogger, rebuildAll } from './bench-product.ts'

export interface LogReading {
  readonly events: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly memory: number
}

/** `decode` does nothing with the events; `rebuild one` rebuilds one small read model. */
export type WhatToRead = 'decode' | 'rebuild' | 'rebuild one'

const BATCH = 2_000

const what = process.argv[2] as WhatToRead
const { POSTGRES_URL, EVENTSTORE_URL, MASTER_KEY } = readSettings('POSTGRES_URL', 'EVENTSTORE_URL', 'MASTER_KEY')
const sql = connectPostgres(POSTGRES_URL, projectorSession('bench rebuild'))
const eventStore = new EventStore({ url: EVENTSTORE_URL, vault: new Vault(sql, MASTER_KEY), logger: benchLogger })

async function decode(): Promise<number> {
  let events = 0
  for await (const batch of eventStore.replay({ from: null, batchSize: BATCH })) events += batch.length
  return events
}

await eventStore.head()
const cpuBefore = process.cpuUsage()
const start = performance.now()
const events = await (what === 'decode'
  ? decode()
  : rebuildAll({ postgresUrl: POSTGRES_URL, sql, eventStore }, what === 'rebuild' ? readModels : [userModules]))
const seconds = (performance.now() - start) / 1_000
const { user, system } = process.cpuUsage(cpuBefore)
const reading: LogReading = { events, seconds, cpuSeconds: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1_024 }
process.send?.(reading)
await eventStore.close()
await sql.end({ timeout: 5 })
process.disconnect?.()
