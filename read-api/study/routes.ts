import { answerResult } from '@medicready/domain/contract/questions/answer-result'
import type { achievementCalls, leaderboardViews, studyCalls, studyPlanCalls } from '@medicready/domain/contract/study/study'
import { addDays, weekOf } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { achievements, progressOf, reachableFromTier } from '@medicready/domain/study/achievements/catalogue'
import { noTallies } from '@medicready/domain/study/achievements/tallies'
import { type PlannedDay, plannedOn, standingIn } from '@medicready/domain/study/plan/study-plan'
import { calendarOf } from '@medicready/projector/read-models/accounts/user-queries'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { type DailyQuestionRow, dailyQuestionsOf, modulesOf, plansWithAnswers } from '@medicready/projector/read-models/study/day-queries'
import { leadersOf, type Ranked, rankedStudent } from '@medicready/projector/read-models/study/leaderboard-queries'
import { achievementsOf, statsOf } from '@medicready/projector/read-models/study/progress-queries'
import type { Routes } from '../read-dependencies.ts'
import { camelled, known } from '../reading.ts'
import { owner, SharedQuery } from '../shared-query.ts'
import { possibleToday, shownStreak, todayOf } from './account-days.ts'
import { disclosing } from './disclosures.ts'
import { shownWhys } from './shown-why.ts'

const WEEK = 7

type LeaderboardView = (typeof leaderboardViews)[number]

export const studyRoutes: Routes<typeof studyCalls> = (deps) => {
  const { sql, clock, reading, versions, pictureAddressOf: addressOf, ranks, disclosures } = deps
  const moduleRows = new SharedQuery((userIds) => modulesOf(sql, userIds), owner)
  const dailyQuestionRows = new SharedQuery((userIds) => dailyQuestionsOf(sql, { userIds, ...possibleToday(clock()) }), owner)
  const statsRows = new SharedQuery((userIds) => {
    const { from, to } = possibleToday(clock())
    return statsOf(sql, { userIds, from: addDays(from, 1 - WEEK), to })
  }, owner)
  const calendarRows = new SharedQuery((userIds) => calendarOf(sql, userIds), owner)
  const modulesFor = async (userId: string) => (await moduleRows.of(userId)).map(camelled)
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
      const givenAs = ({ question_id: questionId, why }: DailyQuestionRow) => ({ questionId, why })
      const keyOf = (row: DailyQuestionRow) => ({ questionId: row.question_id, version: row.question_version })
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
        modules: (modules ?? []).map(camelled),
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

export const achievementRoutes: Routes<typeof achievementCalls> = ({ sql, reading }) => {
  const rows = new SharedQuery((userIds) => achievementsOf(sql, userIds), owner)
  return {
    // Shown as soon as it is reached; the worker records it a moment later.
    'GET /api/user/achievements': reading([achievementsOf], async ({ identity }) => {
      const row = known((await rows.of(identity.userId))[0])
      const earned = new Map((row.earned ?? []).map((one) => [one.id, one]))
      const reached = new Map((row.reached ?? []).map((one) => [one.id, one.on]))
      const tallies = row.tallies.measures ? row.tallies : noTallies
      const shown = achievements.map((achievement) => {
        const { id, requirement, points } = achievement
        const earnedOn = earned.get(id)?.on ?? reached.get(id) ?? null
        const progress = earnedOn === null ? progressOf(achievement, tallies) : { reached: requirement, answersToGo: null }
        return {
          ...achievement,
          points: earned.get(id)?.points ?? points,
          progress: progress.reached,
          answersToGo: progress.answersToGo,
          earnedOn,
          reachableFrom: reachableFromTier(id),
        }
      })
      const points = shown.reduce((sum, achievement) => sum + (achievement.earnedOn === null ? 0 : achievement.points), 0)
      return { points, achievements: shown }
    }),
  }
}

export const studyPlanRoutes: Routes<typeof studyPlanCalls> = ({ sql, clock, reading }) => {
  const plans = new SharedQuery((userIds) => plansWithAnswers(sql, userIds), owner)
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
