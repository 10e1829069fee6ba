import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { Dimension } from '@medicready/domain/study/shown/dimensions'
import type { UserCalendar } from '../accounts/user-queries.ts'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { defineQuery, type Joined } from '../query.ts'
import { questions } from '../questions/questions.ts'
import { analytics } from './analytics.ts'
import { studyDays } from './study-days.ts'
import { userModules } from './user-modules.ts'

type Tables = typeof analytics.tables
type LearnerQuestion = RowOf<Tables['learner_questions']>
export type LearnerRow = Omit<RowOf<Tables['learner_figures']>, 'user_id'>
export type ModuleRow = Omit<RowOf<Tables['learner_modules']>, 'user_id'>

export const learnerTotals = defineQuery(
  [users, analytics],
  (sql, userId: string) => sql<
    (UserCalendar &
      Pick<RowOf<typeof users.tables.users>, 'subscription_tier'> &
      Joined<LearnerRow> & { readonly modules: readonly ModuleRow[] | null })[]
  >`
    SELECT u.subscription_tier, u.time_zone, u.former_time_zone, u.time_zone_changed_at,
      f.counts, f.confidence, f.forgetting, f.own_times, f.others_times,
      (SELECT json_agg(json_build_object('module', m.module, 'counts', m.counts, 'topics', m.topics, 'last_answered_on', m.last_answered_on)
          ORDER BY m.module) FROM read.learner_modules m WHERE m.user_id = u.id) AS modules
    FROM read.users u LEFT JOIN read.learner_figures f ON f.user_id = u.id WHERE u.id = ${userId}`,
)

interface OfLearner {
  readonly userId: string
  readonly withheld: readonly string[]
}

export const learnerDetails = defineQuery(
  [analytics, studyDays, userModules],
  (sql, { userId, withheld, from, to }: OfLearner & { readonly from: CalendarDay; readonly to: CalendarDay }) => sql<
    {
      readonly weeks: readonly Pick<RowOf<Tables['learner_weeks']>, 'week' | 'counts'>[] | null
      readonly days: readonly Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'answered'>[] | null
      readonly slow: readonly (Pick<LearnerQuestion, 'module'> & { readonly questions: number })[] | null
      readonly chosen: readonly ModuleName[] | null
      readonly sure_and_wrong: number
    }[]
  >`
    SELECT
      (SELECT json_agg(json_build_object('week', w.week, 'counts', w.counts) ORDER BY w.week)
        FROM read.learner_weeks w WHERE w.user_id = ${userId} AND w.week BETWEEN ${from} AND ${to}) AS weeks,
      (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered) ORDER BY d.date)
        FROM read.study_days d WHERE d.user_id = ${userId} AND d.date BETWEEN ${from} AND ${to} AND d.answered > 0) AS days,
      (SELECT json_agg(s) FROM (SELECT q.module, count(*)::int AS questions
        FROM read.learner_questions q WHERE q.user_id = ${userId} AND q.is_slow GROUP BY q.module) s) AS slow,
      (SELECT json_agg(m.module) FROM read.user_modules m WHERE m.user_id = ${userId} AND m.is_active) AS chosen,
      (SELECT count(*)::int FROM read.learner_questions q
        WHERE q.user_id = ${userId} AND q.sure_and_wrong_at IS NOT NULL AND q.question_id <> ALL(${withheld as string[]}::uuid[])) AS sure_and_wrong`,
)

export const sureAndWrong = defineQuery(
  [analytics, questions],
  (sql, { userId, withheld, limit }: OfLearner & { readonly limit: number }) => sql<
    (Pick<LearnerQuestion, 'module'> &
      Pick<RowOf<typeof questions.tables.questions>, 'stem'> & {
        readonly questionId: string
        readonly confidence: number
        readonly answeredAt: string
      })[]
  >`
    SELECT q.question_id AS "questionId", q.module, s.stem, q.confidence, q.sure_and_wrong_at AS "answeredAt"
    FROM read.learner_questions q JOIN read.questions s ON s.id = q.question_id
    WHERE q.user_id = ${userId} AND q.sure_and_wrong_at IS NOT NULL AND q.question_id <> ALL(${withheld as string[]}::uuid[])
    ORDER BY q.sure_and_wrong_at DESC LIMIT ${limit}`,
)

export const answersOfAll = defineQuery(
  [analytics],
  (sql) => sql<
    (Pick<RowOf<Tables['question_figures']>, 'answered' | 'scored' | 'correct' | 'seconds'> & {
      readonly dimension: Dimension | 'all'
      readonly value: string
      readonly module: ModuleName | null
    })[]
  >`
    SELECT CASE WHEN grouping(topic) = 0 THEN 'topic' WHEN grouping(module) = 0 THEN 'module' WHEN grouping(domain) = 0 THEN 'domain'
        WHEN grouping(judgment_step) = 0 THEN 'judgmentStep' WHEN grouping(kind) = 0 THEN 'kind'
        WHEN grouping(difficulty) = 0 THEN 'difficulty' ELSE 'all' END AS dimension,
      coalesce(topic, module, domain, judgment_step, kind, difficulty, '') AS value, module,
      sum(answered)::int AS answered, sum(scored)::int AS scored, sum(correct)::int AS correct, sum(seconds)::float8 AS seconds
    FROM read.question_figures WHERE answered > 0
    GROUP BY GROUPING SETS ((), (module), (module, topic), (domain), (judgment_step), (kind), (difficulty))
    HAVING count(*) > 0`,
)

export const accuracyDistributions = defineQuery(
  [analytics],
  (sql) => sql<RowOf<Tables['accuracy_distributions']>[]>`SELECT dimension, value, learners FROM read.accuracy_distributions`,
)
