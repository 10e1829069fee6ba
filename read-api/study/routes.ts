import { addDays, type CalendarDay, calendarDay } from '@medicready/domain/calendar'
import type { studyCalls } from '@medicready/domain/contract/study'
import type { ModuleName } from '@medicready/domain/study/modules'
import { streakToday } from '@medicready/domain/study/streak'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { answerResult, type QuestionVersions } from '../questions/question-versions.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'
import { possibleToday } from './calendar-window.ts'
import type { Leaderboard } from './leaderboard.ts'

const WEEK = 7

interface ModuleRow {
  user_id: string
  id: string
  module: ModuleName
  is_active: boolean
  created_at: Date
}

/** The account's row comes even where it has no questions: everything else is null then. */
interface DailyQuestionRow {
  user_id: string
  time_zone: string
  id: string | null
  assigned_date: CalendarDay
  question_id: string
  question_version: number
  is_completed: boolean
  selected_answer: string | null
  is_correct: boolean | null
}

interface StatsRow {
  user_id: string
  time_zone: string
  current_streak: number | null
  longest_streak: number | null
  last_study_date: CalendarDay | null
  days: { date: CalendarDay; answered: number; scored: number; correct: number }[] | null
  modules: { module: ModuleName; totalQuestions: number; scoredAnswers: number; correctAnswers: number }[] | null
}

interface Parts {
  sql: Sql
  clock: Clock
  reading: Reading
  versions: QuestionVersions
  leaderboard: Leaderboard
}

export const studyRoutes = ({ sql, clock, reading, versions, leaderboard }: Parts): Handlers<typeof studyCalls, 'read-api'> => {
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
    return sql<DailyQuestionRow[]>`
      SELECT u.id AS user_id, u.time_zone, q.id, q.assigned_date::text, q.question_id, q.question_version, q.is_completed, q.selected_answer, q.is_correct
      FROM read.users u LEFT JOIN read.daily_questions q ON q.user_id = u.id AND q.assigned_date BETWEEN ${from} AND ${to}
      WHERE u.id = ANY(${userIds}::uuid[]) ORDER BY q.position`
  }, owner)
  const statsRows = new SharedQuery((userIds) => {
    const { from, to } = window()
    return sql<StatsRow[]>`
      SELECT u.id AS user_id, u.time_zone, s.current_streak, s.longest_streak, s.last_study_date::text,
        (SELECT json_agg(json_build_object('date', d.date, 'answered', d.answered, 'scored', d.scored, 'correct', d.correct))
          FROM read.study_days d WHERE d.user_id = u.id AND d.date BETWEEN ${addDays(from, 1 - WEEK)} AND ${to}) AS days,
        (SELECT json_agg(json_build_object('module', p.module, 'totalQuestions', p.total_questions, 'scoredAnswers', p.scored_answers,
            'correctAnswers', p.correct_answers) ORDER BY p.module)
          FROM read.user_progress p WHERE p.user_id = u.id) AS modules
      FROM read.users u LEFT JOIN read.study_streaks s ON s.user_id = u.id WHERE u.id = ANY(${userIds}::uuid[])`
  }, owner)
  const modulesOf = async (userId: string) =>
    (await moduleRows.of(userId)).map(({ id, module, is_active, created_at }) => ({
      id,
      module,
      isActive: is_active,
      createdAt: created_at.toISOString(),
    }))

  return {
    'GET /api/user/modules': reading(['study/user-modules'], async ({ identity }) =>
      (await modulesOf(identity.userId)).filter(({ isActive }) => isActive),
    ),

    'GET /api/user/modules/all': reading(['study/user-modules'], ({ identity }) => modulesOf(identity.userId)),

    'GET /api/daily-questions': reading(['study/study-days', 'accounts/users', 'questions/questions'], async ({ identity }) => {
      const now = clock()
      const rows = await dailyQuestionRows.of(identity.userId)
      const today = calendarDay(now, known(rows[0]).time_zone)
      const keyOf = (row: DailyQuestionRow) => ({ questionId: row.question_id, version: row.question_version })
      const assigned = rows.filter((row) => row.id !== null && row.assigned_date === today)
      const find = await versions.find(assigned.map(keyOf))
      return assigned.flatMap((row) => {
        const version = find(keyOf(row))
        if (!version || row.id === null) return []
        const { selected_answer: selectedAnswer, is_correct: isCorrect } = row
        return {
          id: row.id,
          questionId: row.question_id,
          assignedDate: row.assigned_date,
          isCompleted: row.is_completed,
          question: version.asked,
          answer: selectedAnswer === null || isCorrect === null ? null : answerResult(version, { selectedAnswer, isCorrect }),
        }
      })
    }),

    'GET /api/user/stats': reading(
      ['accounts/users', 'study/study-days', 'study/study-streaks', 'study/user-progress'],
      async ({ identity }) => {
        const now = clock()
        const [row] = await statsRows.of(identity.userId)
        const { time_zone, days, modules, ...streak } = known(row)
        const today = calendarDay(now, time_zone)
        const studied = new Map((days ?? []).map((day) => [day.date, day]))
        const total = (count: 'totalQuestions' | 'scoredAnswers' | 'correctAnswers') =>
          (modules ?? []).reduce((sum, module) => sum + module[count], 0)
        const scoredAnswers = total('scoredAnswers')
        const longestStreak = streak.longest_streak ?? 0
        return {
          totalAnswered: total('totalQuestions'),
          accuracy: scoredAnswers === 0 ? null : total('correctAnswers') / scoredAnswers,
          studyStreak: streakToday(
            { currentStreak: streak.current_streak ?? 0, longestStreak, lastStudyDate: streak.last_study_date },
            today,
          ),
          longestStreak,
          weeklyProgress: Array.from({ length: WEEK }, (_, index) => {
            const date = addDays(today, index + 1 - WEEK)
            return studied.get(date) ?? { date, answered: 0, scored: 0, correct: 0 }
          }),
          modules: modules ?? [],
        }
      },
    ),

    'GET /api/leaderboard': reading(['study/leaderboard'], async (_request, reply) => {
      const { students, leaders } = await leaderboard.read()
      reply.header('x-total-count', String(students))
      return leaders
    }),
  }
}
