import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import { GENERATION_DAYS } from '@medicready/domain/contract/admin/figure-names'
import type { questionCalls } from '@medicready/domain/contract/questions/questions'
import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { dailyFigures, type FigureSum } from '@medicready/projector/read-models/admin/figure-queries'
import { shownDay } from '../admin/as-of.ts'
import { sumsOf } from '../admin/sums.ts'
import type { Clock, Reading } from '../reading.ts'
import { askGenerator } from './generator.ts'

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  workerUrl: string
}

export const generationRoute = ({
  sql,
  clock,
  reading,
  workerUrl,
}: Parts): Pick<Handlers<typeof questionCalls, 'read-api'>, 'GET /api/admin/generation'> => ({
  'GET /api/admin/generation': reading([dailyFigures, sumsOf], async ({ query }) => {
    const { day, isToday } = shownDay(query.asOf, clock())
    const [generator, rows, ofAll] = await Promise.all([
      // What the generator was on an earlier day is no fact.
      isToday ? askGenerator(workerUrl) : { generator: null, model: null },
      dailyFigures(sql, { figures: ofDays, from: addDays(day, 1 - GENERATION_DAYS), to: day }),
      sumsOf(sql, ['generatedPilots', 'generatedPromoted'], { to: day }),
    ])
    return {
      ...generator,
      days: [...Map.groupBy(rows, (row) => row.day)].map(([date, own]) => dayOf(date, own)),
      pilots: ofAll.of('generatedPilots'),
      promoted: ofAll.of('generatedPromoted'),
    }
  }),
})

const ofDays = ['generationAttempts', 'generationAccepted', 'generationRejected', 'generationCalls', 'generationCost'] as const

function dayOf(date: CalendarDay, rows: readonly FigureSum[]) {
  const of = (figure: (typeof ofDays)[number]) => rows.find((row) => row.figure === figure)?.amount ?? 0
  return {
    date,
    attempts: of('generationAttempts'),
    accepted: of('generationAccepted'),
    rejected: rows
      .filter(({ figure }) => figure === 'generationRejected')
      .map(({ grouped_by, amount }) => ({ reason: grouped_by as RejectionReason, count: amount })),
    calls: of('generationCalls'),
    cost: of('generationCost') / 1_000_000,
  }
}
