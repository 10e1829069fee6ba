import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { type HistoryEvent, history } from '@medicready/platform/testing/history'
import { Vault } from '@medicready/platform/vault/vault'
import { projectorSession } from '@medicready/projector/engine/projector-session'
import { rebuild } from '@medicready/projector/engine/rebuilding'
import { readModels } from '@medicready/projector/read-models/all'
import { benchLogger, startBenchProduct } from './bench-product.ts'
import { writeLog } from './bulk-log.ts'
import type { Figure } from './figures.ts'
import { interleaved, median, medianRatio } from './rounds.ts'

export interface RebuildScale {
  readonly rounds: number
  readonly events: number
}

const REPLAY_BATCH = 2_000
const DAYS = 60
/** Fewer than a student leaves behind in so many days. */
const EVENTS_A_STUDENT = 220

/**
 * A rebuild of all read models beside the live ones, checked against them and put in their place, beside a reading of
 * the same log that decodes every event and does nothing with it.
 */
export async function benchRebuild(scale: RebuildScale, log: (line: string) => void): Promise<Figure[]> {
  const bench = await startBenchProduct()
  const sql = connectPostgres(bench.postgresUrl, projectorSession('bench rebuild'))
  const eventStore = new EventStore({
    url: bench.eventStoreUrl,
    vault: new Vault(sql, bench.product.environment.MASTER_KEY ?? ''),
    logger: benchLogger,
  })
  try {
    const past = history({ seed: 1, students: Math.ceil(scale.events / EVENTS_A_STUDENT), days: DAYS })
    const written = await writeLog(bench, firstOf(past, scale.events))
    log(`the log holds ${written} events`)
    if (written < scale.events) throw new Error(`The history has ${written} events only.`)

    const timed = async (work: () => Promise<number>) => {
      const start = performance.now()
      const events = await work()
      if (events < scale.events) throw new Error(`${events} of ${scale.events} events were read.`)
      return (events * 1_000) / (performance.now() - start)
    }
    const decode = async () => {
      let events = 0
      for await (const batch of eventStore.replay({ from: null, batchSize: REPLAY_BATCH })) events += batch.length
      return events
    }
    const rebuildAll = async () => {
      const { results, events } = await rebuild({
        postgresUrl: bench.postgresUrl,
        sql,
        eventStore,
        readModels,
        logger: benchLogger,
        signal: AbortSignal.timeout(600_000),
      })
      const wrong = results.filter(({ kind }) => kind !== 'live').map(({ readModel, kind }) => `${readModel.name} is ${kind}`)
      if (wrong.length > 0) throw new Error(wrong.join(', '))
      return events
    }
    await decode()
    const rates = await interleaved(scale.rounds, { ours: () => timed(rebuildAll), raw: () => timed(decode) }, (line) =>
      log(`rebuild: ${line}`),
    )
    const from = `${median(rates.ours).toFixed(0)}/s to ${median(rates.raw).toFixed(0)}/s, ${scale.rounds} rounds over ${written} events`
    return [
      {
        name: 'rebuild of all read models to a replay that only decodes',
        value: medianRatio(rates.ours, rates.raw),
        unit: '×',
        better: 'higher',
        required: 0.4,
        aim: 0.8,
        from,
      },
      {
        name: 'rebuild of all read models',
        value: median(rates.ours),
        unit: '/s',
        better: 'higher',
        required: 10_000,
        aim: null,
        from: 'events',
      },
    ]
  } finally {
    await eventStore.close()
    await sql.end({ timeout: 5 })
    await bench.stop()
  }
}

function* firstOf(events: Iterable<HistoryEvent>, count: number): Generator<HistoryEvent> {
  let left = count
  for (const event of events) {
    yield event
    left -= 1
    if (left === 0) return
  }
}
