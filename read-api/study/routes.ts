import { addDays, weekOf } from '@medicready/domain/calendar'
import type { leaderboardViews, studyCalls } from '@medicready/domain/contract/study'
import { answerResult } from '@medicready/domain/questions/answer-result'
import type { PictureAddressOf } from '@medicready/domain/questions/pictures/shown-picture'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { Joined } from '@medicready/projector/read-models/query'
import { guidelineChanges } from '@medicready/projector/read-models/questions/guideline-changes'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { leaderboard } from '@medicready/projector/read-models/study/leaderboard'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { studyStreaks } from '@medicready/projector/read-models/study/study-streaks'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { userProgress } from '@medicready/projector/read-models/study/user-progress'
import { type CalendarRow, todayOf } from '../accounts/account-calendar.ts'
import type { QuestionVersions } from '../questions/question-versions.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'
import { possibleToday } from './calendar-window.ts'
import { type Disclosures, disclosing } from './disclosures.ts'
import type { Leaderboard, Ranked } from './leaderboard.ts'
import { type StreakRow, shownStreak } from './shown-streak.ts'
import { shownWhys } from './shown-why.ts'

const WEEK = 7

type LeaderboardView = (typeof leaderboardViews)[number]

type ModuleRow = RowOf<typeof userModules.tables.user_modules>
/** The account's row comes even where nothing was found beside it. */
type AccountRow = { readonly user_id: string } & CalendarRow
type DailyQuestion = Omit<RowOf<typeof studyDays.tables.daily_questions>, 'user_id' | 'position' | 'email_sent' | 'email_sent_at'> &
  Pick<RowOf<typeof studyDays.tables.question_deliveries>, 'is_closed' | 'shuffle'>
type Day = Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'answered' | 'scored' | 'correct'>
type Progress = Pick<RowOf<typeof userProgress.tables.user_progress>, 'module' | 'total_questions' | 'scored_answers' | 'correct_answers'>
type StatsRow = AccountRow & StreakRow & { readonly days: readonly Day[] | null; readonly modules: readonly Progress[] | null }

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  versions: QuestionVersions
  pictureAddressOf: PictureAddressOf
  ranks: Leaderboard
  disclosures: Disclosures
}

export const studyRoutes = (parts: Parts): Handlers<typeof studyCalls, 'read-api'> => {
  const { sql, clock, reading, versions, pictureAddressOf: addressOf, ranks, disclosures } = parts
  const window = () => possibleToday(clock())
  const owner = ({ user_id }: { user_id: string }) => user_id
  const moduleRows = new SharedQuery(
    (userIds) => sql<ModuleRow[]>`
      SELECT user_id, id, module, is_active, created_at FROM read.user_modules
      WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY created_at, id`,
    owner,
  )
  const dailyQuestionRows = new SharedQuery((userIds) => {
    const { from, to } = window()
    return sql<(AccountRow & Joined<DailyQuestion>)[]>`
      SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at,
        q.id, q.assigned_date, q.question_id, q.question_version, q.why, q.is_completed, q.answer, q.is_correct, d.is_closed, d.shuffle
      FROM read.users u LEFT JOIN read.daily_questions q ON q.user_id = u.id AND q.assigned_date BETWEEN ${from} AND ${to}
      LEFT JOIN read.question_deliveries d ON d.user_id = u.id AND d.question_id = q.question_id
      WHERE u.id = ANY(${userIds}::uuid[]) ORDER BY q.position`
  }, owner)
  const statsRows = new SharedQuery((userIds) => {
    const { from, to } = window()
    return sql<StatsRow[]>`
      SELECT u.id AS user_id, u.time_zone, u.former_time_zone, u.time_zone_changed_at, s.current_streak, s.longest_streak, s.last_study_date,
        s.freezes, s.frozen_on,
        (SELECT json_build_object('date', f.date, 'days', f.days) FROM read.spent_freezes f
          WHERE f.user_id = u.id ORDER BY f.date DESC LIMIT 1) AS last_spent,
        (SELECT json_build_object('date', f.date, 'days', f.days) FROM read.earned_freezes f
          WHERE f.user_id = u.id ORDER BY f.date DESC LIMIT 1) AS last_earned,
        (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered, 'scored', d.scored, 'correct', d.correct))
          FROM read.study_days d WHERE d.user_id = u.id AND d.date BETWEEN ${addDays(from, 1 - WEEK)} AND ${to}) AS days,
        (SELECT json_agg(json_build_object('module', p.module, 'total_questions', p.total_questions, 'scored_answers', p.scored_answers,
            'correct_answers', p.correct_answers) ORDER BY p.module)
          FROM read.user_progress p WHERE p.user_id = u.id) AS modules
      FROM read.users u LEFT JOIN read.study_streaks s ON s.user_id = u.id WHERE u.id = ANY(${userIds}::uuid[])`
  }, owner)
  const modulesOf = async (userId: string) =>
    (await moduleRows.of(userId)).map(({ id, module, is_active, created_at }) => ({
      id,
      module,
      isActive: is_active,
      createdAt: created_at,
    }))

  const calendarRows = new SharedQuery(
    (userIds) => sql<AccountRow[]>`
      SELECT id AS user_id, time_zone, former_time_zone, time_zone_changed_at FROM read.users WHERE id = ANY(${userIds}::uuid[])`,
    owner,
  )
  const rankedBy = async (
    { view, module }: { view: LeaderboardView; module?: ModuleName | undefined },
    userId: string,
  ): Promise<Ranked> => {
    if (view === 'module' && module) return { view, module }
    if (view !== 'week') return { view: 'all' }
    return { view, week: weekOf(todayOf(known((await calendarRows.of(userId))[0]), clock())) }
  }

  return {
    'GET /api/user/modules': reading([userModules], async ({ identity }) =>
      (await modulesOf(identity.userId)).filter(({ isActive }) => isActive),
    ),

    'GET /api/user/modules/all': reading([userModules], ({ identity }) => modulesOf(identity.userId)),

    'GET /api/daily-questions': reading([studyDays, questions, guidelineChanges, ...disclosing], async ({ identity }) => {
      const now = clock()
      const [rows, { shows, withheld }] = await Promise.all([dailyQuestionRows.of(identity.userId), disclosures.to(identity.userId)])
      const today = todayOf(known(rows[0]), now)
      const assigned = rows.filter((row) => row.id !== null).filter((row) => row.assigned_date === today)
      const givenAs = ({ question_id: questionId, why }: DailyQuestion) => ({ questionId, why })
      const keyOf = (row: DailyQuestion) => ({ questionId: row.question_id, version: row.question_version })
      const whyOf = await shownWhys(sql, assigned.map(givenAs))
      const find = await versions.find(assigned.map(keyOf))
      return assigned.flatMap((row) => {
        const found = find(keyOf(row))
        if (!found) return []
        const version = versions.inOrder(found, row.shuffle)
        const { answer, is_correct: isCorrect } = row
        const { scenario } = version.asked
        const isWithheld = withheld.has(row.question_id)
        return {
          id: row.id,
          questionId: row.question_id,
          assignedDate: row.assigned_date,
          isCompleted: row.is_completed,
          part: scenario && { part: scenario.part, of: scenario.of },
          question: row.is_closed ? null : version.asked,
          why: whyOf(givenAs(row)),
          answer: isCorrect === null || isWithheld ? null : answerResult(version, { answer, isCorrect }, { shows, addressOf }),
          isWithheld,
        }
      })
    }),

    'GET /api/user/stats': reading([users, studyDays, studyStreaks, userProgress], async ({ identity }) => {
      const now = clock()
      const [row] = await statsRows.of(identity.userId)
      const account = known(row)
      const { days, modules, ...streak } = account
      const today = todayOf(account, now)
      const studied = new Map((days ?? []).map((day) => [day.date, day]))
      const total = (count: 'total_questions' | 'scored_answers' | 'correct_answers') =>
        (modules ?? []).reduce((sum, module) => sum + module[count], 0)
      const scoredAnswers = total('scored_answers')
      return {
        totalAnswered: total('total_questions'),
        accuracy: scoredAnswers === 0 ? null : total('correct_answers') / scoredAnswers,
        ...shownStreak(streak, today),
        weeklyProgress: Array.from({ length: WEEK }, (_, index) => {
          const date = addDays(today, index + 1 - WEEK)
          return studied.get(date) ?? { date, answered: 0, scored: 0, correct: 0 }
        }),
        modules: (modules ?? []).map((progress) => ({
          module: progress.module,
          totalQuestions: progress.total_questions,
          scoredAnswers: progress.scored_answers,
          correctAnswers: progress.correct_answers,
        })),
      }
    }),

    'GET /api/leaderboard': reading([leaderboard], async ({ query, identity }, reply) => {
      const { students, leaders } = await ranks.read(await rankedBy(query, identity.userId))
      reply.header('x-total-count', String(students))
      return leaders
    }),

    'GET /api/leaderboard/own': reading([leaderboard], async ({ query, identity: { userId } }) => ({
      entry: await ranks.placeOf(userId, await rankedBy(query, userId)),
    })),
  }
}
