import type { CalendarDay } from '@medicready/domain/calendar'
import type { FigureFact } from '@medicready/domain/contract/admin-business'
import type { ReviewFigure } from '@medicready/domain/contract/admin-figure-names'
import type { PageQuery } from '@medicready/domain/contract/call'
import type { reviewFigureCalls } from '@medicready/domain/contract/review-figures'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers, Page } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { figures } from '@medicready/projector/read-models/admin/figures'
import { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import { z } from 'zod'
import { type ShownDay, shownDay } from '../admin/as-of.ts'
import { plannedAnew } from '../admin/planned-anew.ts'
import { sumsOf } from '../admin/sums.ts'
import type { Clock, Reading } from '../reading.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

/** Which part of a figure is asked for. */
interface Asked {
  readonly from?: CalendarDay | undefined
  readonly group?: string | undefined
  readonly questionId?: string | undefined
  readonly version?: number | undefined
}

type FactRow = Pick<FigureFact, 'id' | 'at' | 'type' | 'stream' | 'amount' | 'group'> & { readonly place: number }

/** The latest first, then by id, then by the place among the entries of a fact. */
const FactKey = z.tuple([z.iso.datetime(), z.uuid(), z.int()])
const factKey = ({ at, id, place }: FactRow): z.infer<typeof FactKey> => [at, id, place]
/** Learners stay unnamed to those who look at what they doubt. */
const toFact = ({ place, ...fact }: FactRow): FigureFact => ({
  ...fact,
  id: place === 0 ? fact.id : `${fact.id}/${place}`,
  userId: null,
  name: '',
})

const isOfAnswers = (figure: ReviewFigure): boolean => figure === 'versionAnswers' || figure === 'versionCorrectAnswers'

/** Refused with `invalidRequest` where a figure is not told of what is asked for. */
function checkAsked(figure: ReviewFigure, { group, questionId, version }: Asked): void {
  const isTold = isOfAnswers(figure) ? questionId !== undefined && version !== undefined && group === undefined : version === undefined
  if (!isTold) throw new Rejection('invalidRequest')
}

/** What the educators see in numbers, and what stands behind each. */
export const reviewFigureRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof reviewFigureCalls, 'read-api'> => {
  const during = ({ from }: Asked, { end }: ShownDay): Query => sql`at >= ${`${from ?? '0001-01-01'}T00:00:00.000Z`} AND at < ${end}`
  const entries = (figure: ReviewFigure, query: Asked, shown: ShownDay): Query => sql`
    SELECT fact_id AS id, place, at, type, stream, amount, grouped_by AS "group" FROM read.figure_entries
    WHERE figure = ${figure} AND ${during(query, shown)}
      ${query.group === undefined ? sql`` : sql`AND grouped_by = ${query.group}`}
      ${query.questionId === undefined ? sql`` : sql`AND subject_id = ${query.questionId}`}`
  /** The stream of an answer names a person, and is left out but for its kind. */
  const answers = (figure: ReviewFigure, query: Asked, shown: ShownDay): Query => sql`
    SELECT id, 0 AS place, at, CASE WHEN is_of_exam THEN 'ExamCompleted' ELSE 'AnswerSubmitted' END AS type,
      CASE WHEN is_of_exam THEN 'exam' ELSE 'studyDay' END AS stream, 1 AS amount, '' AS "group" FROM read.version_answers
    WHERE question_id = ${query.questionId ?? ''} AND version = ${query.version ?? 0} AND ${during(query, shown)}
      ${figure === 'versionCorrectAnswers' ? sql`AND is_correct` : sql``}`
  const factsOf = (figure: ReviewFigure, query: Asked, shown: ShownDay): Query =>
    isOfAnswers(figure) ? answers(figure, query, shown) : entries(figure, query, shown)

  async function sumOf(figure: ReviewFigure, query: Asked, shown: ShownDay): Promise<number> {
    const { from, group, questionId } = query
    if (questionId === undefined) return (await sumsOf(sql, [figure], { from, to: shown.day })).of(figure, group)
    const [row] = await sql<{ sum: number }[]>`
      SELECT coalesce(sum(amount), 0)::float8 AS sum FROM (${factsOf(figure, query, shown)}) f`
    return row?.sum ?? 0
  }

  async function pageOfFacts(figure: ReviewFigure, query: Asked & PageQuery, shown: ShownDay): Promise<Page<FigureFact[]>> {
    const after = sortKeyOf(query, FactKey)
    const rows = await plannedAnew(
      sql,
      sql<FactRow[]>`
        SELECT * FROM (${factsOf(figure, query, shown)}) f
        ${after ? sql`WHERE (at, id, place) < (${after[0]}, ${after[1]}::uuid, ${after[2]})` : sql``}
        ORDER BY at DESC, id DESC, place DESC LIMIT ${query.limit + 1}`,
    )
    return pageOf(rows, query, { item: toFact, sortKey: factKey })
  }

  return {
    'GET /api/admin/review-figures': reading([figures], async ({ query }) => {
      const { day } = shownDay(query.asOf, clock())
      const sums = await sumsOf(sql, ['waitingQuestions', 'withdrawnQuestions', 'openRequests', 'bankOffers'], { to: day })
      return {
        asOf: day,
        waitingQuestions: sums.of('waitingQuestions'),
        withdrawnQuestions: sums.of('withdrawnQuestions'),
        openRequests: sums.of('openRequests'),
        bankOffers: sums.of('bankOffers'),
      }
    }),
    'GET /api/admin/review-figures/{figure}': reading([figures, questionStatistics], async ({ params, query }) => {
      checkAsked(params.figure, query)
      const shown = shownDay(query.asOf, clock())
      return { asOf: shown.day, value: await sumOf(params.figure, query, shown) }
    }),
    'GET /api/admin/review-figures/{figure}/facts': reading([figures, questionStatistics], ({ params, query }) => {
      checkAsked(params.figure, query)
      return pageOfFacts(params.figure, query, shownDay(query.asOf, clock()))
    }),
  }
}
