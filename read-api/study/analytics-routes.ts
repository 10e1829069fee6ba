import { addDays } from '@medicready/domain/calendar'
import type { analyticsCalls, Figures } from '@medicready/domain/contract/analytics'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { userProgress } from '@medicready/projector/read-models/study/user-progress'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import { type Clock, known, type Reading } from '../reading.ts'

type Progress = Pick<
  RowOf<typeof userProgress.tables.user_progress>,
  'module' | 'total_questions' | 'scored_answers' | 'correct_answers' | 'last_studied'
>
type AccountRow = CalendarRow & Pick<RowOf<typeof users.tables.users>, 'subscription_tier'> & { readonly study_seconds: number }

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
}

const accuracyOf = (correct: number, scored: number): number | null => (scored === 0 ? null : correct / scored)

const noFigures = (from: string, to: string): Figures => ({
  overall: {
    answered: 0,
    scored: 0,
    correct: 0,
    accuracy: null,
    likelyRange: null,
    meanSeconds: null,
    all: { accuracy: null, meanSeconds: null },
    amongOthers: { students: 0, above: null },
  },
  breakdown: { module: [], topic: [], domain: [], judgmentStep: [], kind: [], difficulty: [] },
  time: { ownMedianSeconds: null, othersMedianSeconds: null, students: 0 },
  year: { from, to, days: [] },
  ability: [],
  calibration: { levels: [], brierScore: null, reading: null },
  sureAndWrong: { questions: 0, latest: [] },
  forgetting: { bins: [], curve: [] },
  recommendations: { focusAreas: null, maintainStrengths: null, speedTraining: null },
})

export const analyticsRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof analyticsCalls, 'read-api'> => ({
  'GET /api/user/analytics': reading([users, userProgress, userResponses], async ({ identity }) => {
    const [rows, [account]] = await Promise.all([
      sql<Progress[]>`
        SELECT module, total_questions, scored_answers, correct_answers, last_studied FROM read.user_progress
        WHERE user_id = ${identity.userId} ORDER BY module`,
      sql<AccountRow[]>`
        SELECT subscription_tier, time_zone, former_time_zone, time_zone_changed_at,
          (SELECT coalesce(sum(time_spent_seconds), 0)::int FROM read.user_responses WHERE user_id = u.id) AS study_seconds
        FROM read.users u WHERE id = ${identity.userId}`,
    ])
    const { subscription_tier, study_seconds, ...calendar } = known(account)
    const today = todayOf(calendar, clock())
    const sum = (count: 'total_questions' | 'scored_answers' | 'correct_answers') => rows.reduce((total, row) => total + row[count], 0)
    const locked = subscription_tier !== 'premium'
    return {
      locked,
      totals: {
        answered: sum('total_questions'),
        scored: sum('scored_answers'),
        correct: sum('correct_answers'),
        accuracy: accuracyOf(sum('correct_answers'), sum('scored_answers')),
        studySeconds: study_seconds,
        modules: rows.map((row) => ({
          module: row.module,
          answered: row.total_questions,
          scored: row.scored_answers,
          correct: row.correct_answers,
          accuracy: accuracyOf(row.correct_answers, row.scored_answers),
          lastAnsweredOn: row.last_studied.slice(0, 'YYYY-MM-DD'.length),
        })),
      },
      figures: locked ? null : noFigures(addDays(today, -364), today),
    }
  }),

  'GET /api/user/activity': reading([users], async () => []),
})
