import { Readable } from 'node:stream'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { Analytics, analyticsCalls, Figures } from '@medicready/domain/contract/analytics'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { analytics } from '@medicready/projector/read-models/study/analytics'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { userAchievements } from '@medicready/projector/read-models/study/user-achievements'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { RecentActivities } from './activity.ts'
import { FiguresOfAll } from './all-students.ts'
import { analyticsFile } from './analytics-csv.ts'
import { type Details, figuresOf, type LearnerRow, type ModuleRow, newcomer, totalsOf, yearUpTo } from './analytics-figures.ts'
import { type Disclosures, disclosing } from './disclosures.ts'

type AccountRow = CalendarRow &
  Pick<RowOf<typeof users.tables.users>, 'subscription_tier'> &
  Joined<LearnerRow> & { readonly modules: readonly ModuleRow[] | null }
type DetailsRow = {
  readonly [Name in Exclude<keyof Details, 'sureAndWrong'>]: Details[Name] | null
} & { readonly sure_and_wrong: number }
type SureAndWrongRow = Pick<RowOf<typeof analytics.tables.learner_questions>, 'question_id' | 'module'> & {
  readonly stem: string
  readonly confidence: number
  readonly sure_and_wrong_at: string
}

/** Of the questions that were missed by somebody sure, so many are listed. */
const LISTED = 20

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  disclosures: Disclosures
}

export const analyticsRoutes = ({ sql, clock, reading, disclosures }: Parts): Handlers<typeof analyticsCalls, 'read-api'> => {
  const figuresOfAll = new FiguresOfAll(sql)
  const activities = new RecentActivities(sql, disclosures)
  const readModels = [...disclosing, analytics, studyDays, userModules]

  const detailsOf = async (userId: string, today: CalendarDay): Promise<Details> => {
    const { from, to } = yearUpTo(today)
    const withheld = [...(await disclosures.to(userId)).withheld]
    const [[row], latest] = await Promise.all([
      sql<DetailsRow[]>`
        SELECT
          (SELECT json_agg(json_build_object('week', w.week, 'counts', w.counts) ORDER BY w.week)
            FROM read.learner_weeks w WHERE w.user_id = ${userId} AND w.week BETWEEN ${from} AND ${to}) AS weeks,
          (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered) ORDER BY d.date)
            FROM read.study_days d WHERE d.user_id = ${userId} AND d.date BETWEEN ${from} AND ${to} AND d.answered > 0) AS days,
          (SELECT json_agg(s) FROM (SELECT q.module, count(*)::int AS questions
            FROM read.learner_questions q WHERE q.user_id = ${userId} AND q.is_slow GROUP BY q.module) s) AS slow,
          (SELECT json_agg(m.module) FROM read.user_modules m WHERE m.user_id = ${userId} AND m.is_active) AS chosen,
          (SELECT count(*)::int FROM read.learner_questions q
            WHERE q.user_id = ${userId} AND q.sure_and_wrong_at IS NOT NULL AND q.question_id <> ALL(${withheld}::uuid[])) AS sure_and_wrong`,
      sql<SureAndWrongRow[]>`
        SELECT q.question_id, q.module, q.confidence, q.sure_and_wrong_at, s.stem
        FROM read.learner_questions q JOIN read.questions s ON s.id = q.question_id
        WHERE q.user_id = ${userId} AND q.sure_and_wrong_at IS NOT NULL AND q.question_id <> ALL(${withheld}::uuid[])
        ORDER BY q.sure_and_wrong_at DESC LIMIT ${LISTED}`,
    ])
    const { weeks, days, slow, chosen, sure_and_wrong } = known(row)
    return {
      weeks: weeks ?? [],
      days: days ?? [],
      slow: slow ?? [],
      chosen: chosen ?? [],
      sureAndWrong: { questions: sure_and_wrong, latest: latest.map(inAnswer) },
    }
  }

  const analyticsOf = async (userId: string): Promise<Analytics> => {
    const [row] = await sql<AccountRow[]>`
      SELECT u.subscription_tier, u.time_zone, u.former_time_zone, u.time_zone_changed_at,
        f.counts, f.confidence, f.forgetting, f.own_times, f.others_times,
        (SELECT json_agg(json_build_object('module', m.module, 'counts', m.counts, 'topics', m.topics, 'last_answered_on', m.last_answered_on)
            ORDER BY m.module) FROM read.learner_modules m WHERE m.user_id = u.id) AS modules
      FROM read.users u LEFT JOIN read.learner_figures f ON f.user_id = u.id WHERE u.id = ${userId}`
    const account = known(row)
    const learner = account.counts === null ? newcomer : account
    const modules = account.modules ?? []
    const totals = totalsOf(learner, modules)
    if (account.subscription_tier !== 'premium') return { locked: true, totals, figures: null }
    const today = todayOf(account, clock())
    const [details, all] = await Promise.all([detailsOf(userId, today), figuresOfAll.read()])
    return { locked: false, totals, figures: figuresOf(learner, modules, details, all, today) }
  }

  return {
    'GET /api/user/analytics': reading(readModels, ({ identity }) => analyticsOf(identity.userId)),

    'GET /api/user/analytics.csv': reading(readModels, async ({ identity }) => ({
      name: 'analytics.csv',
      bytes: Readable.from([analyticsFile(await analyticsOf(identity.userId))]),
    })),

    'GET /api/user/activity': reading([...disclosing, userResponses, userAchievements, users], ({ identity }) =>
      activities.of(identity.userId),
    ),
  }
}

const inAnswer = (row: SureAndWrongRow): Figures['sureAndWrong']['latest'][number] => ({
  questionId: row.question_id,
  module: row.module,
  stem: row.stem,
  confidence: row.confidence,
  answeredAt: row.sure_and_wrong_at,
})
