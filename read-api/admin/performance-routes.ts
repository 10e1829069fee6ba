import type { adminPerformanceCalls, Performance } from '@medicready/domain/contract/admin/business'
import { addDays, type CalendarDay, weekOf } from '@medicready/domain/core/shown/calendar'
import type { learningTables } from '@medicready/projector/read-models/admin/learning'
import { type CohortCount, cohortCounts, learningDays, learningTotals } from '@medicready/projector/read-models/admin/learning-queries'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Routes } from '../read-dependencies.ts'
import { shownDay } from './shown.ts'
import { firstOf, monthsUpTo, sumsOf } from './sums.ts'

const DAYS = 90
const WEEKS = 26
const MONTHS = 12

type Day = RowOf<typeof learningTables.learning_days>

export const adminPerformanceRoutes: Routes<typeof adminPerformanceCalls> = ({ sql, clock, reading }) => ({
  'GET /api/admin/performance': reading([learningTotals, learningDays, cohortCounts, sumsOf], async ({ query }) => {
    const { day } = shownDay(query.asOf, clock())
    const months = monthsUpTo(day, MONTHS)
    const from = firstOf(months[0] ?? day)
    const [[total], days, cohorts, sums] = await Promise.all([
      learningTotals(sql, day),
      learningDays(sql, { from, to: day }),
      cohortCounts(sql, { months, day }),
      sumsOf(sql, ['registered', 'verified', 'firstPayments', ...bankFigures], { to: day }),
    ])
    const { answered = 0, scored = 0, correct = 0, first_ever = 0, active = 0 } = total ?? {}
    return {
      asOf: day,
      answers: answered,
      scoredAnswers: scored,
      correctAnswers: correct,
      accuracy: scored === 0 ? null : correct / scored,
      activeStudents: active,
      ...activity(days, day, months),
      retention: retentionOf(cohorts, months, day),
      funnel: [
        { step: 'registered' as const, students: sums.of('registered') },
        { step: 'verified' as const, students: sums.of('verified') },
        { step: 'firstAnswers' as const, students: first_ever },
        { step: 'firstPayments' as const, students: sums.of('firstPayments') },
      ],
      bank: sums.each(bankFigures),
    }
  }),
})

const bankFigures = ['questionsInBank', 'questionsOnTrial', 'questionsWithdrawn', 'questionsRetired', 'reviewRequests'] as const

function activity(rows: readonly Day[], day: CalendarDay, months: readonly string[]): Pick<Performance, 'days' | 'weeks' | 'months'> {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const summed = (of: readonly Day[], column: 'answered' | 'first_in_week' | 'first_in_month') =>
    of.reduce((sum, row) => sum + row[column], 0)
  const byWeek = Map.groupBy(rows, (row) => weekOf(row.day))
  const byMonth = Map.groupBy(rows, (row) => row.day.slice(0, 7))
  return {
    days: Array.from({ length: DAYS }, (_, index) => addDays(day, index + 1 - DAYS)).map((each) => {
      const { answered = 0, scored = 0, correct = 0, active = 0 } = byDay.get(each) ?? {}
      return { day: each, answers: answered, scoredAnswers: scored, correctAnswers: correct, active }
    }),
    weeks: Array.from({ length: WEEKS }, (_, index) => addDays(weekOf(day), 7 * (index + 1 - WEEKS))).map((week) => {
      const own = byWeek.get(week) ?? []
      return { week, answers: summed(own, 'answered'), active: summed(own, 'first_in_week') }
    }),
    months: months.map((month) => {
      const own = byMonth.get(month) ?? []
      return { month, answers: summed(own, 'answered'), active: summed(own, 'first_in_month') }
    }),
  }
}

function retentionOf(rows: readonly CohortCount[], months: readonly string[], day: CalendarDay): Performance['retention'] {
  const counts = new Map(rows.map(({ cohort, month, students }) => [`${cohort} ${month ?? ''}`, students]))
  const cohorts = months.flatMap((month, index) => {
    const size = counts.get(`${month} `) ?? 0
    return size === 0 ? [] : [{ month, size, active: months.slice(index).map((later) => counts.get(`${month} ${later}`) ?? 0) }]
  })
  // An unfinished month has no share yet.
  const isOver = addDays(day, 1).endsWith('-01')
  const curve = months.map((_, after) => {
    const whole = cohorts.filter(({ active }) => after < active.length - (isOver ? 0 : 1))
    const size = whole.reduce((sum, cohort) => sum + cohort.size, 0)
    return size === 0 ? null : whole.reduce((sum, { active }) => sum + (active[after] ?? 0), 0) / size
  })
  return { cohorts, curve }
}
