import type { RecordedFact } from '@medicready/domain/events'
import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import { defineReadModel, type MutableRows, newRow, type RowOf, type Rows, table, typed } from '../definition.ts'

const generation_days = table({
  key: ['date'],
  columns: {
    date: 'date',
    attempts: 'integer',
    accepted: 'integer',
    rejected: typed<Partial<Record<RejectionReason, number>>>('coded jsonb'),
    is_open: 'boolean',
    /** Millionths of a US dollar. */
    calls: 'integer',
    cost: 'integer',
  },
})

const tables = { generation_days }

type Day = RowOf<typeof generation_days>

function change(days: MutableRows<typeof generation_days>, date: string, changes: (day: Day) => Partial<Day>): void {
  const before = days.get({ date }) ?? newRow(generation_days, { date, rejected: {} })
  const day = { ...before, ...changes(before) }
  const rejected = Object.values(day.rejected).reduce((sum, count) => sum + count, 0)
  days.set({ ...day, is_open: day.attempts > day.accepted + rejected })
}

const accept = ({ data }: RecordedFact<'GenerationAccepted' | 'GenerationProposed'>, rows: Rows<typeof tables>) =>
  change(rows.generation_days, data.date, ({ accepted, calls, cost }) => ({
    accepted: accepted + 1,
    calls: calls + data.calls,
    cost: cost + data.cost,
  }))

export const generationDays = defineReadModel({
  name: 'questions/generation-days',
  version: 2,
  tables,
  on: {
    GenerationReserved: ({ data }, { generation_days }) =>
      change(generation_days, data.date, ({ attempts }) => ({ attempts: attempts + 1 })),
    GenerationAccepted: accept,
    GenerationProposed: accept,
    GenerationRejected: ({ data }, { generation_days }) =>
      change(generation_days, data.date, ({ rejected, calls, cost }) => ({
        rejected: { ...rejected, [data.reason]: (rejected[data.reason] ?? 0) + 1 },
        calls: calls + data.calls,
        cost: cost + data.cost,
      })),
  },
})
