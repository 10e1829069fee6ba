import { GENERATION_DAYS } from '@medicready/domain/admin/shown/figure-names'
import type { authoringCalls } from '@medicready/domain/contract/questions/authoring'
import type { questionCalls } from '@medicready/domain/contract/questions/questions'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { dailyFigures, type FigureSum } from '@medicready/projector/read-models/admin/figure-queries'
import { calibrationsOf } from '@medicready/projector/read-models/exams/calibration-queries'
import { type ListedQuestionRow, listedQuestions, versionsOf } from '@medicready/projector/read-models/questions/question-queries'
import { z } from 'zod'
import { shownDay } from '../admin/shown.ts'
import { sumsOf } from '../admin/sums.ts'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import { toContent } from './question-content.ts'

const toListed = (row: ListedQuestionRow) => ({ ...camelled(row), questionId: row.id })

export const authoringRoutes: Routes<typeof authoringCalls> = ({ sql, reading }) => ({
  'GET /api/admin/questions': reading([listedQuestions], async ({ query }) => {
    const rows = await listedQuestions(sql, { ...query, ...pageAfter(query, TimeKey) })
    return pageOf(rows, query, { item: toListed, sortKey: ({ updated_at, id }) => [updated_at, id] })
  }),

  'GET /api/admin/questions/{id}/versions': reading([versionsOf], async ({ params: { id } }) => {
    const rows = await versionsOf(sql, id)
    if (rows.length === 0) throw new Rejection('questionNotFound')
    return rows.map((row) => ({ version: row.version, content: toContent(row), createdAt: row.created_at }))
  }),

  'GET /api/admin/questions/{id}/calibration': reading([calibrationsOf], async ({ params: { id } }) => {
    const rows = await calibrationsOf(sql, id)
    return rows.map(({ observed, comparisons, ...figures }) => ({ ...figures, observed: [...observed], comparisons: [...comparisons] }))
  }),
})

export const generationRoute: Routes<Pick<typeof questionCalls, 'GET /api/admin/generation'>> = ({ sql, clock, reading, serviceUrls }) => ({
  'GET /api/admin/generation': reading([dailyFigures, sumsOf], async ({ query }) => {
    const { day, isToday } = shownDay(query.asOf, clock())
    const [generator, rows, ofAll] = await Promise.all([
      // The generator's state on an earlier day is not recorded.
      isToday ? askGenerator(serviceUrls.worker) : { generator: null, model: null },
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

interface Generator {
  readonly generator: 'on' | 'off' | 'silent'
  readonly model: string | null
}

const PATIENCE_MILLISECONDS = 1_000

const Health = z.object({ generator: z.object({ model: z.string() }).nullable() })

/** Only the worker has the model's key. */
async function askGenerator(workerUrl: string): Promise<Generator> {
  try {
    const answer = await fetch(new URL('/health/ready', workerUrl), { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
    const { generator } = Health.parse(await answer.json())
    return generator === null ? { generator: 'off', model: null } : { generator: 'on', model: generator.model }
  } catch {
    return { generator: 'silent', model: null }
  }
}
