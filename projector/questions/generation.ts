import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import { defineProjection, type RowOf, table } from '../projection.ts'

const generation_days = table({
  key: ['date'],
  columns: {
    /** UTC */
    date: 'date',
    attempts: 'integer',
    accepted: 'integer',
    /** How many attempts were discarded for each reason: `{ [reason]: count }`. */
    rejected: 'jsonb',
    /** Whether an attempt is still going on, or was interrupted. */
    is_open: 'boolean',
    /** What the settled attempts came to: calls, and millionths of a US dollar. */
    calls: 'integer',
    cost: 'integer',
  },
})

type Day = RowOf<typeof generation_days>
type Rejected = Partial<Record<RejectionReason, number>>

const emptyDay = (date: string): Day => ({ date, attempts: 0, accepted: 0, rejected: {}, is_open: false, calls: 0, cost: 0 })

function counted(day: Day): Day {
  const rejected = Object.values(day.rejected as Rejected).reduce((sum, count) => sum + count, 0)
  return { ...day, is_open: day.attempts > day.accepted + rejected }
}

/** How the generation of questions went, day by day. */
export const generation = defineProjection({
  name: 'questions/generation',
  version: 1,
  tables: { generation_days },
  on: {
    GenerationReserved: ({ data }, rows) =>
      rows.generation_days.update({ date: data.date }, (before) => {
        const day = before ?? emptyDay(data.date)
        return counted({ ...day, attempts: day.attempts + 1 })
      }),
    GenerationAccepted: ({ data }, rows) =>
      rows.generation_days.update({ date: data.date }, (before) => {
        const day = before ?? emptyDay(data.date)
        return counted({ ...day, accepted: day.accepted + 1, calls: day.calls + data.calls, cost: day.cost + data.cost })
      }),
    GenerationRejected: ({ data }, rows) =>
      rows.generation_days.update({ date: data.date }, (before) => {
        const day = before ?? emptyDay(data.date)
        const sofar = day.rejected as Rejected
        const rejected = { ...sofar, [data.reason]: (sofar[data.reason] ?? 0) + 1 }
        return counted({ ...day, rejected, calls: day.calls + data.calls, cost: day.cost + data.cost })
      }),
  },
})
