import type { RejectionReason } from '@medicready/domain/questions/generation-day'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Clock, Reading } from '../reading.ts'

/** The worker says every minute that it generates; when it has fallen silent, nothing is generated. */
const SILENCE_MILLISECONDS = 180_000
const DAYS = 30

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
}

interface DayRow {
  date: string
  attempts: number
  accepted: number
  rejected: Partial<Record<RejectionReason, number>>
  calls: number
  cost: number
}

export const generationRoute = ({ sql, clock, reading }: Parts): Pick<Handlers<'read-api'>, 'GET /api/admin/generation'> => ({
  'GET /api/admin/generation': reading(['questions/generation', 'questions/questions'], async () => {
    const now = Date.parse(clock())
    const since = new Date(now - DAYS * 86_400_000).toISOString().slice(0, 10)
    const [status, days, pilots] = await Promise.all([
      sql<{ model: string | null }[]>`
        SELECT model FROM auth.generation_status WHERE reported_at > ${new Date(now - SILENCE_MILLISECONDS).toISOString()}`,
      sql<DayRow[]>`
        SELECT date::text, attempts, accepted, rejected, calls, cost FROM read.generation_days WHERE date > ${since} ORDER BY date DESC`,
      sql<{ is_pilot: boolean; questions: number }[]>`
        SELECT is_pilot, count(*)::int AS questions FROM read.questions WHERE source = 'ai' GROUP BY is_pilot`,
    ])
    const count = (isPilot: boolean) => pilots.find((row) => row.is_pilot === isPilot)?.questions ?? 0
    const model = status[0]?.model ?? null
    return {
      isEnabled: model !== null,
      model,
      days: days.map(({ rejected, cost, ...day }) => ({
        ...day,
        rejected: Object.entries(rejected).map(([reason, count]) => ({ reason: reason as RejectionReason, count })),
        cost: cost / 1_000_000,
      })),
      pilots: count(true),
      promoted: count(false),
    }
  }),
})
