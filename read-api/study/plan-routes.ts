import type { studyPlanCalls } from '@medicready/domain/contract/study/study-plan'
import { type PlannedDay, plannedOn, standingIn } from '@medicready/domain/study/plan/study-plan'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { plansWithAnswers } from '@medicready/projector/read-models/study/day-queries'
import { todayOf } from '../accounts/account-calendar.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

export const studyPlanRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof studyPlanCalls, 'read-api'> => {
  const plans = new SharedQuery(
    (userIds) => plansWithAnswers(sql, userIds),
    ({ user_id }) => user_id,
  )

  return {
    'GET /api/user/plan': reading([plansWithAnswers], async ({ identity }) => {
      const row = known((await plans.of(identity.userId))[0])
      const today = todayOf(row, clock())
      const examDate = row.exam_date !== null && row.exam_date >= today ? row.exam_date : null
      if (examDate === null || row.days === null) return { today, examDate, plan: null }
      const answers = new Map((row.answered ?? []).map(({ date, answered }) => [date, answered]))
      const answeredOn = (date: string) => answers.get(date) ?? 0
      const plan = {
        from: row.starts_on,
        cause: row.cause,
        ...standingIn(row, answeredOn, today),
        formerQuestionsADay: row.former_days && mostOf(row.former_days),
        days: row.days.map((day) => ({ ...day, answered: answeredOn(day.date) })),
      }
      return { today, examDate, plan }
    }),
  }
}

const mostOf = (days: readonly PlannedDay[]): number => Math.max(0, ...days.map(plannedOn))
