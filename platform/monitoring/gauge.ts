import type { Position } from '@medicready/domain/core/event'
import { Gauge, type Registry } from 'prom-client'
import type { EventStore } from '../event-store/event-store.ts'
import { poolWaits } from '../postgres/pool-waits.ts'

/** Its values are read when the metrics are. A figure that cannot be read is left out. */
export function addGauge(
  metrics: Registry,
  { name, help, labels = [], read }: { name: string; help: string; labels?: string[]; read: (gauge: Gauge) => void | Promise<void> },
): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [metrics],
    async collect() {
      this.reset()
      await Promise.resolve(read(this)).catch(() => this.reset())
    },
  })
}

/** For how long the oldest event after a position has been in the log, in seconds. Each position is asked for once. */
export function secondsBehind(eventStore: Pick<EventStore, 'recordedAfter'>, head: Position | null) {
  const asked = new Map<bigint, Promise<number>>()
  const ask = async (position: Position | null): Promise<number> => {
    const recordedAt = await eventStore.recordedAfter(position)
    return recordedAt ? Math.max(0, (Date.now() - recordedAt.getTime()) / 1_000) : 0
  }
  return (position: Position | null): Promise<number> => {
    const commit = position?.commit ?? 0n
    // After a log was set back, the position is ahead.
    if (commit >= (head?.commit ?? 0n)) return Promise.resolve(0)
    const answer = asked.get(commit) ?? ask(position)
    asked.set(commit, answer)
    return answer
  }
}

/** Asked through the service's own connections, so that waiting for one counts. Infinite if a store is away. */
export function measureStores(metrics: Registry, stores: Readonly<Record<string, () => PromiseLike<unknown>>>): void {
  metrics.registerMetric(poolWaits)
  addGauge(metrics, {
    name: 'store_answer_seconds',
    help: 'How long a small read of a store took, waiting for a connection included.',
    labels: ['store'],
    read: async (gauge) => {
      await Promise.all(
        Object.entries(stores).map(async ([store, ask]) => {
          const start = performance.now()
          const isAnswered = await Promise.resolve(ask()).then(
            () => true,
            () => false,
          )
          gauge.set({ store }, isAnswered ? (performance.now() - start) / 1_000 : Number.POSITIVE_INFINITY)
        }),
      )
    },
  })
}
