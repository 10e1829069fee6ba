import type { studyPlanCalls } from '@medicready/domain/contract/study-plan'
import { type PlannedDay, plannedOn, standingIn } from '@medicready/domain/study/plan/study-plan'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { studyPlans } from '@medicready/projector/read-models/study/study-plans'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'

type PlanRow = Omit<RowOf<typeof studyPlans.tables.study_plans>, 'user_id' | 'exam_date' | 'laid_out_at'>
type Answered = Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'answered'>
type Row = { readonly user_id: string } & CalendarRow &
  Pick<RowOf<typeof users.tables.users>, 'exam_date'> &
  Joined<PlanRow> & { readonly answered: readonly Answered[] | null }

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

export const studyPlanRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof studyPlanCalls, 'read-api'> => {
  const plans = new SharedQuery(
    (userIds) => sql<Row[]>`
      SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at, u.exam_date, p.starts_on, p.cause, p.days, p.former_days,
        (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered))
          FROM read.study_days d WHERE d.user_id = u.id AND d.date >= p.starts_on) AS answered
      FROM read.users u LEFT JOIN read.study_plans p ON p.user_id = u.id WHERE u.id = ANY(${userIds}::uuid[])`,
    ({ user_id }) => user_id,
  )

  return {
    'GET /api/user/plan': reading([users, studyPlans, studyDays], async ({ identity }) => {
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
