import { addDays, weekOf } from '@medicready/domain/calendar'
import type { leaderboardViews, studyCalls } from '@medicready/domain/contract/study/study'
import { answerResult } from '@medicready/domain/questions/answer-result'
import type { PictureAddressOf } from '@medicready/domain/questions/pictures/shown-picture'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { calendarOf } from '@medicready/projector/read-models/accounts/user-queries'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { type DailyQuestion, dailyQuestionsOf, modulesOf } from '@medicready/projector/read-models/study/day-queries'
import { leadersOf, type Ranked, rankedStudent } from '@medicready/projector/read-models/study/leaderboard-queries'
import { statsOf } from '@medicready/projector/read-models/study/progress-queries'
import { todayOf } from '../accounts/account-calendar.ts'
import type { QuestionVersions } from '../questions/question-versions.ts'
import { type Clock, known, type Reading } from '../reading.ts'
import { SharedQuery } from '../shared-query.ts'
import { possibleToday } from './calendar-window.ts'
import { type Disclosures, disclosing } from './disclosures.ts'
import type { Leaderboard } from './leaderboard.ts'
import { shownStreak } from './shown-streak.ts'
import { shownWhys } from './shown-why.ts'

const WEEK = 7

type LeaderboardView = (typeof leaderboardViews)[number]

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
  const owner = ({ user_id }: { user_id: string }) => user_id
  const moduleRows = new SharedQuery((userIds) => modulesOf(sql, userIds), owner)
  const dailyQuestionRows = new SharedQuery((userIds) => dailyQuestionsOf(sql, { userIds, ...possibleToday(clock()) }), owner)
  const statsRows = new SharedQuery((userIds) => {
    const { from, to } = possibleToday(clock())
    return statsOf(sql, { userIds, from: addDays(from, 1 - WEEK), to })
  }, owner)
  const calendarRows = new SharedQuery((userIds) => calendarOf(sql, userIds), owner)
  const modulesFor = async (userId: string) =>
    (await moduleRows.of(userId)).map(({ id, module, is_active, created_at }) => ({
      id,
      module,
      isActive: is_active,
      createdAt: created_at,
    }))
  const rankedBy = async (
    { view, module }: { view: LeaderboardView; module?: ModuleName | undefined },
    userId: string,
  ): Promise<Ranked> => {
    if (view === 'module' && module) return { view, module }
    if (view !== 'week') return { view: 'all' }
    return { view, week: weekOf(todayOf(known((await calendarRows.of(userId))[0]), clock())) }
  }

  return {
    'GET /api/user/modules': reading([modulesOf], async ({ identity }) =>
      (await modulesFor(identity.userId)).filter(({ isActive }) => isActive),
    ),

    'GET /api/user/modules/all': reading([modulesOf], ({ identity }) => modulesFor(identity.userId)),

    'GET /api/daily-questions': reading([dailyQuestionsOf, questions, shownWhys, ...disclosing], async ({ identity }) => {
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

    'GET /api/user/stats': reading([statsOf], async ({ identity }) => {
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

    'GET /api/leaderboard': reading([leadersOf, calendarOf], async ({ query, identity }, reply) => {
      const { students, leaders } = await ranks.read(await rankedBy(query, identity.userId))
      reply.header('x-total-count', String(students))
      return leaders
    }),

    'GET /api/leaderboard/own': reading([rankedStudent, calendarOf], async ({ query, identity: { userId } }) => ({
      entry: await ranks.placeOf(userId, await rankedBy(query, userId)),
    })),
  }
}
