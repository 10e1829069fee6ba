import type { studyPlanCalls } from '@medicready/domain/contract/study/study-plan'
import { type PlannedDay, plannedOn, standingIn } from '@medicready/domain/study/plan/study-plan'
import { plansWithAnswers } from '@medicready/projector/read-models/study/day-queries'
import { todayOf } from '../accounts/account-calendar.ts'
import type { Routes } from '../parts.ts'
import { known } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

export const studyPlanRoutes: Routes<typeof studyPlanCalls> = ({ sql, clock, reading }) => {
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
