import { addDays } from '@medicready/domain/calendar'
import type { questionCalls } from '@medicready/domain/contract/questions'
import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { generationDays } from '@medicready/projector/read-models/questions/generation-days'
import { questions } from '@medicready/projector/read-models/questions/questions'
import type { Clock, Reading } from '../reading.ts'
import { askGenerator } from './generator.ts'

const DAYS = 30

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  workerUrl: string
}

type DayRow = Omit<RowOf<typeof generationDays.tables.generation_days>, 'is_open'>
type PilotsRow = Pick<RowOf<typeof questions.tables.questions>, 'is_pilot'> & { readonly questions: number }

export const generationRoute = ({
  sql,
  clock,
  reading,
  workerUrl,
}: Parts): Pick<Handlers<typeof questionCalls, 'read-api'>, 'GET /api/admin/generation'> => ({
  'GET /api/admin/generation': reading([generationDays, questions], async () => {
    const since = addDays(clock().slice(0, 10), -DAYS)
    const [generator, days, pilots] = await Promise.all([
      askGenerator(workerUrl),
      sql<DayRow[]>`
        SELECT date, attempts, accepted, rejected, calls, cost FROM read.generation_days WHERE date > ${since} ORDER BY date DESC`,
      sql<PilotsRow[]>`
        SELECT is_pilot, count(*)::int AS questions FROM read.questions WHERE source = 'ai' GROUP BY is_pilot`,
    ])
    const count = (isPilot: boolean) => pilots.find((row) => row.is_pilot === isPilot)?.questions ?? 0
    return {
      ...generator,
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
