import type { ReviewFigure } from '@medicready/domain/admin/shown/figure-names'
import type { FigureFact } from '@medicready/domain/contract/admin/business'
import type { PageQuery } from '@medicready/domain/contract/call/call'
import type { reviewFigureCalls } from '@medicready/domain/contract/questions/review-requests'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Page } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { type FigureFactRow, figureEntries, sumOfEntries } from '@medicready/projector/read-models/admin/figure-queries'
import { answersBehindFigure, countOfAnswers } from '@medicready/projector/read-models/questions/review-queries'
import { FactKey, factKey, plannedAnew, type ShownDay, shownDay, toFact } from '../admin/shown.ts'
import { sumsOf } from '../admin/sums.ts'
import type { Routes } from '../read-dependencies.ts'

interface Asked {
  readonly from?: CalendarDay | undefined
  readonly group?: string | undefined
  readonly questionId?: string | undefined
  readonly version?: number | undefined
}

/** Learners stay anonymous to educators. */
const anonymous = (row: FigureFactRow): FigureFact => toFact({ ...row, user_id: null }, new Map())

const isOfAnswers = (figure: ReviewFigure): boolean => figure === 'versionAnswers' || figure === 'versionCorrectAnswers'

const answersIn = (figure: ReviewFigure, { from, questionId = '', version = 0 }: Asked) => ({
  questionId,
  version,
  from,
  isCorrectOnly: figure === 'versionCorrectAnswers',
})

function checkAsked(figure: ReviewFigure, { group, questionId, version }: Asked): void {
  const isTold = isOfAnswers(figure) ? questionId !== undefined && version !== undefined && group === undefined : version === undefined
  if (!isTold) throw new Rejection('invalidRequest')
}

export const reviewFigureRoutes: Routes<typeof reviewFigureCalls> = ({ sql, clock, reading }) => {
  async function sumOf(figure: ReviewFigure, asked: Asked, { day, end }: ShownDay): Promise<number> {
    const { from, group, questionId } = asked
    if (questionId === undefined) return (await sumsOf(sql, [figure], { from, to: day })).of(figure, group)
    const [row] = await (isOfAnswers(figure)
      ? countOfAnswers(sql, { ...answersIn(figure, asked), end })
      : sumOfEntries(sql, { figure, from, group, subjectId: questionId, day, end }))
    return row?.sum ?? 0
  }

  async function pageOfFacts(figure: ReviewFigure, query: Asked & PageQuery, { day, end }: ShownDay): Promise<Page<FigureFact[]>> {
    const { from, group, questionId: subjectId } = query
    const page = pageAfter(query, FactKey)
    const facts = isOfAnswers(figure)
      ? answersBehindFigure(sql, { ...answersIn(figure, query), end, ...page })
      : figureEntries(sql, { figure, from, group, subjectId, day, end, ...page })
    return pageOf(await plannedAnew(sql, facts), query, { item: anonymous, sortKey: factKey })
  }

  return {
    'GET /api/admin/review-figures': reading([sumsOf], async ({ query }) => {
      const { day } = shownDay(query.asOf, clock())
      const figures = ['waitingQuestions', 'withdrawnQuestions', 'openRequests', 'bankOffers'] as const
      return { asOf: day, ...(await sumsOf(sql, figures, { to: day })).each(figures) }
    }),
    'GET /api/admin/review-figures/{figure}': reading([sumsOf, sumOfEntries, countOfAnswers], async ({ params, query }) => {
      checkAsked(params.figure, query)
      const shown = shownDay(query.asOf, clock())
      return { asOf: shown.day, value: await sumOf(params.figure, query, shown) }
    }),
    'GET /api/admin/review-figures/{figure}/facts': reading([figureEntries, answersBehindFigure], ({ params, query }) => {
      checkAsked(params.figure, query)
      return pageOfFacts(params.figure, query, shownDay(query.asOf, clock()))
    }),
  }
}
