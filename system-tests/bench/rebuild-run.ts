import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { Vault } from '@medicready/platform/vault/vault'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import type { ReadModel } from '@medicready/projector/read-models/definition'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { benchLogger } from './bench-product.ts'

/** What one reading of the whole log came to, in a process of its own. */
export interface LogReading {
  readonly events: number
  readonly seconds: number
  /** Of this process alone, in user and system mode. */
  readonly cpuSeconds: number
  /** The most memory that the process ever had resident, in MB. */
  readonly memory: number
}

export interface WantedReading {
  readonly postgresUrl: string
  readonly eventStoreUrl: string
  readonly masterKey: string
  /**
   * `decode` reads every event and does nothing with it; `rebuild one` rebuilds the read model of users' modules alone.
   */
  readonly what: 'decode' | 'rebuild' | 'rebuild one'
}

const BATCH = 2_000

/** Reads the log as the parent wants it, tells what it came to, and ends. */
process.once('message', async ({ postgresUrl, eventStoreUrl, masterKey, what }: WantedReading) => {
  const sql = connectPostgres(postgresUrl, projectorSession('bench rebuild'))
  const eventStore = new EventStore({ url: eventStoreUrl, vault: new Vault(sql, masterKey), logger: benchLogger })

  async function decode(): Promise<number> {
    let events = 0
    for await (const batch of eventStore.replay({ from: null, batchSize: BATCH })) events += batch.length
    return events
  }

  async function rebuildThem(wanted: readonly ReadModel[]): Promise<number> {
    const { signal } = new AbortController()
    const { results, events } = await rebuild({ postgresUrl, sql, eventStore, readModels: wanted, logger: benchLogger, signal })
    const wrong = results.filter(({ kind }) => kind !== 'live').map(({ readModel, kind }) => `${readModel.name} is ${kind}`)
    if (wrong.length > 0) throw new Error(wrong.join(', '))
    return events
  }

  await eventStore.head()
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  const events = await (what === 'decode' ? decode() : rebuildThem(what === 'rebuild' ? readModels : [userModules]))
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  const reading: LogReading = { events, seconds, cpuSeconds: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1_024 }
  process.send?.(reading)
  await eventStore.close()
  await sql.end({ timeout: 5 })
  process.disconnect?.()
})
