import { deferredAfter } from '@medicready/domain/admin/deferral'
import type { AdminFigure, StudentFigure } from '@medicready/domain/admin/shown/figure-names'
import type { adminBusinessCalls, FigureFact } from '@medicready/domain/contract/admin/business'
import type { PageQuery } from '@medicready/domain/contract/call/call'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Page } from '@medicready/platform/http/calls'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import {
  deferredPayments,
  type FigureFactRow,
  figureEntries,
  type PartOfFigure,
  sumOfEntries,
} from '@medicready/projector/read-models/admin/figure-queries'
import {
  answersBehind,
  firstAnswers,
  firstAnswersOfMonths,
  firstRightAnswers,
  lastAnswersOfActive,
  sumOfCohorts,
  sumOfLearningDays,
  sumOfStudentDays,
} from '@medicready/projector/read-models/admin/learning-queries'
import { z } from 'zod'
import type { Routes } from '../read-dependencies.ts'
import { FactKey, factKey, namesOf, plannedAnew, type ShownDay, shownDay, toFact } from './shown.ts'
import { deferredOn, sumsOf } from './sums.ts'

type Figure = AdminFigure | StudentFigure
type Behind = PageQuery & PartOfFigure

const DayKey = z.tuple([z.iso.date(), z.uuid()])
const dayKey = ({ day, user_id }: { readonly day: CalendarDay; readonly user_id: string }) => [day, user_id]

const countsOfAnswers = { answers: 'answered', scoredAnswers: 'scored', correctAnswers: 'correct' } as const
const isOfAnswers = (figure: Figure): figure is keyof typeof countsOfAnswers => figure in countsOfAnswers

const told = {
  ofAllAlone: ['activeStudents', 'deferred', 'firstAnswers', 'returningStudents'],
  ofStudentsAlone: ['rightQuestions'],
  ofAllAndStudents: ['answers', 'scoredAnswers', 'correctAnswers'],
} as const satisfies Readonly<Record<string, readonly Figure[]>>
const isAmong = (figures: readonly Figure[], figure: Figure): boolean => figures.includes(figure)

function checkAsked(figure: Figure, { userId, subjectId, tutorId }: PartOfFigure): void {
  const isOfSubject = subjectId !== undefined || tutorId !== undefined
  const isEntered = !Object.values(told).some((figures) => isAmong(figures, figure))
  const isTold = isEntered || (!isOfSubject && !isAmong(userId === undefined ? told.ofStudentsAlone : told.ofAllAlone, figure))
  if (!isTold) throw new Rejection('invalidRequest')
}

const behindAnswers = [lastAnswersOfActive, firstAnswersOfMonths, firstAnswers, firstRightAnswers, answersBehind]
const sumIn = ([row]: readonly { readonly sum: number }[]): number => row?.sum ?? 0

type FigureCall = 'GET /api/admin/figures/{figure}' | 'GET /api/admin/figures/{figure}/facts'

export const figureRoutes: Routes<Pick<typeof adminBusinessCalls, FigureCall>> = ({ sql, clock, reading }) => {
  async function sumOfFigure(figure: Figure, part: PartOfFigure, shown: ShownDay): Promise<number> {
    const { from, group, userId = '', subjectId, tutorId } = part
    const days = { from, to: shown.day }
    const column = isOfAnswers(figure) ? countsOfAnswers[figure] : null
    if (figure === 'rightQuestions') return sumIn(await sumOfStudentDays(sql, { userId, column: 'newly_right', ...days }))
    // A single person, code or session has few entries or days.
    if ((part.userId ?? subjectId ?? tutorId) !== undefined)
      return column === null
        ? sumIn(await sumOfEntries(sql, { figure, ...part, ...shown }))
        : sumIn(await sumOfStudentDays(sql, { userId, column, ...days }))
    if (figure === 'activeStudents') return sumIn(await sumOfLearningDays(sql, { column: 'active_change', to: shown.day }))
    if (figure === 'deferred') {
      const sums = await deferredOn(sql, shown.day)
      return group === undefined ? [...sums.values()].reduce((sum, amount) => sum + amount, 0) : (sums.get(group) ?? 0)
    }
    if (figure === 'returningStudents') return sumIn(await sumOfCohorts(sql, { group, ...days }))
    if (figure === 'firstAnswers') return sumIn(await sumOfLearningDays(sql, { column: 'first_ever', ...days }))
    if (column !== null) return sumIn(await sumOfLearningDays(sql, { column, ...days }))
    return (await sumsOf(sql, [figure], days)).of(figure, group)
  }

  async function page<Row extends FigureFactRow>(rows: readonly Row[], query: PageQuery, sortKey: (row: Row) => unknown) {
    const people = rows.map(({ user_id }) => user_id)
    const names = await namesOf(sql, people)
    return pageOf(rows, query, { item: (row) => toFact(row, names), sortKey })
  }

  async function factsBehind(figure: Figure, query: Behind, shown: ShownDay): Promise<Page<FigureFact[]>> {
    const byDay = () => ({ ...query, ...shown, ...pageAfter(query, DayKey) })
    if (figure === 'activeStudents') return page(await lastAnswersOfActive(sql, byDay()), query, dayKey)
    if (figure === 'returningStudents') return page(await firstAnswersOfMonths(sql, byDay()), query, dayKey)
    if (figure === 'deferred') {
      const rows = await deferredPayments(sql, byDay())
      const left = rows.map((row) => ({ ...row, amount: deferredAfter(row, shown.day) }))
      return page(left, query, ({ until, id }) => [until, id])
    }
    const byTime = { ...query, ...shown, ...pageAfter(query, FactKey) }
    if (figure === 'firstAnswers') return page(await firstAnswers(sql, byTime), query, ({ at, user_id }) => [at, user_id, 0])
    if (figure === 'rightQuestions') return page(await firstRightAnswers(sql, byTime), query, factKey)
    if (isOfAnswers(figure)) return page(await answersBehind(sql, { ...byTime, which: countsOfAnswers[figure] }), query, factKey)
    return page(await plannedAnew(sql, figureEntries(sql, { ...byTime, figure })), query, factKey)
  }

  return {
    'GET /api/admin/figures/{figure}': reading(
      [sumOfEntries, sumOfStudentDays, sumOfLearningDays, sumOfCohorts, deferredOn, sumsOf],
      async ({ params, query }) => {
        checkAsked(params.figure, query)
        const shown = shownDay(query.asOf, clock())
        return { asOf: shown.day, value: await sumOfFigure(params.figure, query, shown) }
      },
    ),
    'GET /api/admin/figures/{figure}/facts': reading([...behindAnswers, deferredPayments, figureEntries, namesOf], ({ params, query }) => {
      checkAsked(params.figure, query)
      return factsBehind(params.figure, query, shownDay(query.asOf, clock()))
    }),
  }
}
