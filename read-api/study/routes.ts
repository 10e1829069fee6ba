import { remainingQuestions, tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import { addDays } from '@medicready/domain/calendar'
import type { LeaderboardEntry } from '@medicready/domain/contract/study'
import type { ModuleName } from '@medicready/domain/study/modules'
import { noStreak, type StudyStreak, streakToday } from '@medicready/domain/study/streak'
import type { CallKeyOf, Handlers } from '@medicready/platform/http/calls'
import { findUser, todayOf } from '../accounts/users.ts'
import { toAnswerResult, toQuestion } from '../questions/question-versions.ts'
import type { ReadParts } from '../read-parts.ts'

type StudyCall = Extract<
  CallKeyOf<'read-api'>,
  | `GET /api/user/modules${string}`
  | 'GET /api/user/stats'
  | 'GET /api/daily-questions'
  | 'GET /api/subscription/status'
  | 'GET /api/leaderboard'
>

const LEADERBOARD_SIZE = 10
const WEEK_DAYS = 7

interface UserModuleRow {
  id: string
  module: ModuleName
  is_active: boolean
  created_at: Date
}

const toUserModule = ({ id, module, is_active, created_at }: UserModuleRow) => ({
  id,
  module,
  isActive: is_active,
  createdAt: created_at.toISOString(),
})

export const studyRoutes = ({ sql, checkpoints, versions, clock }: ReadParts): Pick<Handlers<'read-api'>, StudyCall> => ({
  'GET /api/user/modules': async ({ identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['study/user-modules'])
    const rows = await sql<UserModuleRow[]>`
      SELECT id, module, is_active, created_at FROM read.user_modules WHERE user_id = ${identity.userId} AND is_active ORDER BY created_at, module`
    return rows.map(toUserModule)
  },

  'GET /api/user/modules/all': async ({ identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['study/user-modules'])
    const rows = await sql<UserModuleRow[]>`
      SELECT id, module, is_active, created_at FROM read.user_modules WHERE user_id = ${identity.userId} ORDER BY created_at, module`
    return rows.map(toUserModule)
  },

  'GET /api/daily-questions': async ({ identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['accounts/users', 'study/study-days', 'questions/questions'])
    const today = todayOf(await findUser(sql, identity.userId), clock())
    const rows = await sql<
      {
        id: string
        question_id: string
        question_version: number
        is_completed: boolean
        selected_answer: string | null
        is_correct: boolean | null
      }[]
    >`
      SELECT id, question_id, question_version, is_completed, selected_answer, is_correct
      FROM read.daily_questions WHERE user_id = ${identity.userId} AND assigned_date = ${today} ORDER BY position`
    const ids = rows.map((row) => ({ questionId: row.question_id, version: row.question_version }))
    const contents = await versions.findAll(ids)
    return rows.flatMap((row, index) => {
      const id = ids[index]
      const content = id && contents.get(`${id.questionId}@${id.version}`)
      if (!content) return []
      const { selected_answer: selectedAnswer } = row
      return {
        id: row.id,
        questionId: row.question_id,
        assignedDate: today,
        isCompleted: row.is_completed,
        question: toQuestion(id, content),
        answer:
          row.is_completed && selectedAnswer !== null
            ? toAnswerResult(id, content, { selectedAnswer, isCorrect: row.is_correct === true })
            : null,
      }
    })
  },

  'GET /api/user/stats': async ({ identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['accounts/users', 'study/user-progress', 'study/study-streaks', 'study/study-days'])
    const { userId } = identity
    const [user, modules, [streak]] = await Promise.all([
      findUser(sql, userId),
      sql<{ module: ModuleName; totalQuestions: number; correctAnswers: number }[]>`
        SELECT module, total_questions AS "totalQuestions", correct_answers AS "correctAnswers"
        FROM read.user_progress WHERE user_id = ${userId} ORDER BY module`,
      sql<StudyStreak[]>`
        SELECT current_streak AS "currentStreak", longest_streak AS "longestStreak", last_study_date::text AS "lastStudyDate"
        FROM read.study_streaks WHERE user_id = ${userId}`,
    ])
    const today = todayOf(user, clock())
    const week = Array.from({ length: WEEK_DAYS }, (_, index) => addDays(today, index - WEEK_DAYS + 1))
    const days = await sql<{ date: string; answered: number; correct: number }[]>`
      SELECT date::text, answered, correct FROM read.study_days WHERE user_id = ${userId} AND date >= ${week[0] ?? today} AND date <= ${today}`
    const totalAnswered = modules.reduce((sum, { totalQuestions }) => sum + totalQuestions, 0)
    const correct = modules.reduce((sum, { correctAnswers }) => sum + correctAnswers, 0)
    return {
      totalAnswered,
      accuracy: totalAnswered === 0 ? 0 : correct / totalAnswered,
      studyStreak: streakToday(streak ?? noStreak, today),
      longestStreak: streak?.longestStreak ?? 0,
      weeklyProgress: week.map((date) => {
        const day = days.find((studied) => studied.date === date)
        return { date, answered: day?.answered ?? 0, correct: day?.correct ?? 0 }
      }),
      modules: [...modules],
    }
  },

  'GET /api/subscription/status': async ({ identity, http }, reply) => {
    await checkpoints.settle(http, reply, ['accounts/users', 'study/study-days'])
    const user = await findUser(sql, identity.userId)
    const subscriptionTier = user?.subscription_tier ?? 'free'
    const today = todayOf(user, clock())
    const [day] = await sql<{ delivered: number }[]>`
      SELECT delivered FROM read.study_days WHERE user_id = ${identity.userId} AND date = ${today}`
    const { dailyLimit } = tiers[subscriptionTier]
    const remaining = remainingQuestions(dailyLimit, day?.delivered ?? 0)
    return { subscriptionTier, dailyLimit, remainingQuestions: remaining, canGenerateQuestions: remaining === UNLIMITED || remaining > 0 }
  },

  'GET /api/leaderboard': async ({ http }, reply) => {
    await checkpoints.settle(http, reply, ['study/leaderboard'])
    const [rows, [total]] = await Promise.all([
      sql<
        {
          user_id: string
          name: string | null
          subscription_tier: LeaderboardEntry['subscriptionTier']
          total_answered: number
          correct_answers: number
        }[]
      >`
        SELECT user_id, name, subscription_tier, total_answered, correct_answers FROM read.leaderboard WHERE total_answered > 0
        ORDER BY total_answered DESC, correct_answers DESC, user_id LIMIT ${LEADERBOARD_SIZE}`,
      sql<{ students: number }[]>`SELECT students FROM read.leaderboard_total`,
    ])
    reply.header('x-total-count', String(total?.students ?? 0))
    return rows.map((row, index) => ({
      userId: row.user_id,
      rank: index + 1,
      name: row.name ?? 'Former student',
      subscriptionTier: row.subscription_tier,
      totalAnswered: row.total_answered,
      correctAnswers: row.correct_answers,
      accuracy: Math.round((row.correct_answers / row.total_answered) * 100),
    }))
  },
})
