import type { Recorded } from '@medicready/domain/core/event'
import { eventCatalog } from '@medicready/domain/events'
import { defineReadModel, type Rows, table } from '../definition.ts'

const tables = {
  fact_counts: table({
    key: ['type'],
    columns: { type: 'coded text', count: 'integer', first_at: 'timestamptz', last_at: 'timestamptz' },
  }),
}

/** Clocks differ, so the log is not quite in the order of time. */
function count({ type, metadata: { occurredAt: at } }: Recorded, { fact_counts }: Rows<typeof tables>): void {
  const row = fact_counts.get({ type }) ?? { count: 0, first_at: at, last_at: at }
  fact_counts.set({
    type,
    count: row.count + 1,
    first_at: at < row.first_at ? at : row.first_at,
    last_at: at > row.last_at ? at : row.last_at,
  })
}

/** Folds every fact. A batch writes one row for each type in it. */
export const factCounts = defineReadModel({
  name: 'lab/fact-counts',
  version: 1,
  tables,
  on: Object.fromEntries([...eventCatalog.keys()].map((type) => [type, count])),
})
