import { Readable } from 'node:stream'
import type { Analytics, analyticsCalls, RecentActivity } from '@medicready/domain/contract/study/analytics'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { isPassing } from '@medicready/domain/exams/shown/score'
import { achievementOf } from '@medicready/domain/study/achievements/catalogue'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  accuracyDistributions,
  answersOfAll,
  learnerDetails,
  learnerTotals,
  sureAndWrong,
} from '@medicready/projector/read-models/study/analytics-queries'
import { type ActivityRow, recentlyHappened } from '@medicready/projector/read-models/study/progress-queries'
import type { Routes } from '../read-dependencies.ts'
import { known } from '../reading.ts'
import { owner, SharedQuery } from '../shared-query.ts'
import { todayOf } from './account-days.ts'
import { FiguresOfAll } from './all-students.ts'
import { analyticsFile } from './analytics-csv.ts'
import { type Details, figuresOf, newcomer, totalsOf, yearUpTo } from './analytics-figures.ts'
import { type Disclosures, disclosing } from './disclosures.ts'

const LISTED = 20

export const analyticsRoutes: Routes<typeof analyticsCalls> = ({ sql, clock, reading, disclosures }) => {
  const figuresOfAll = new FiguresOfAll(sql)
  const activities = new RecentActivities(sql, disclosures)
  const queries = [...disclosing, learnerTotals, learnerDetails, sureAndWrong, answersOfAll, accuracyDistributions]

  const detailsOf = async (userId: string, today: CalendarDay): Promise<Details> => {
    const withheld = [...(await disclosures.to(userId)).withheld]
    const [[row], latest] = await Promise.all([
      learnerDetails(sql, { userId, withheld, ...yearUpTo(today) }),
      sureAndWrong(sql, { userId, withheld, limit: LISTED }),
    ])
    const { weeks, days, slow, chosen, sure_and_wrong } = known(row)
    return {
      weeks: weeks ?? [],
      days: days ?? [],
      slow: slow ?? [],
      chosen: chosen ?? [],
      sureAndWrong: { questions: sure_and_wrong, latest: [...latest] },
    }
  }

  const analyticsOf = async (userId: string): Promise<Analytics> => {
    const [row] = await learnerTotals(sql, userId)
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
    'GET /api/user/analytics': reading(queries, ({ identity }) => analyticsOf(identity.userId)),

    'GET /api/user/analytics.csv': reading(queries, async ({ identity }) => ({
      name: 'analytics.csv',
      bytes: Readable.from([analyticsFile(await analyticsOf(identity.userId))]),
    })),

    'GET /api/user/activity': reading([...disclosing, recentlyHappened], ({ identity }) => activities.of(identity.userId)),
  }
}

const SHOWN = 10

/** Newest first; an exam stands for its answers. Calm mode hides achievements. */
class RecentActivities {
  readonly #happened: SharedQuery<ActivityRow>
  readonly #disclosures: Disclosures

  constructor(sql: Sql, disclosures: Disclosures) {
    this.#disclosures = disclosures
    this.#happened = new SharedQuery((userIds) => recentlyHappened(sql, userIds), owner)
  }

  async of(userId: string): Promise<RecentActivity[]> {
    const [rows, { withheld }] = await Promise.all([this.#happened.of(userId), this.#disclosures.to(userId)])
    return rows
      .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
      .slice(0, SHOWN)
      .flatMap((row) => activityOf(row, withheld))
  }
}

function activityOf(row: ActivityRow, withheld: ReadonlySet<string>): RecentActivity[] {
  const { at, id, module, mode, started_at: startedAt, completed_at: completedAt, achievement_id, points, blueprint, score } = row
  if (achievement_id !== null)
    return [{ kind: 'achievement', at, id: achievement_id, title: achievementOf(achievement_id)?.name ?? achievement_id, points }]
  if (id === null) return []
  if (blueprint !== null && score !== null) return [{ kind: 'exam', at, id, blueprint, score, passed: isPassing(score) }]
  if (module !== null) return [{ kind: 'answer', at, questionId: id, module, mode, isCorrect: withheld.has(id) ? null : row.is_correct }]
  if (mode === null || startedAt === null) return []
  // Results of other sessions could be derived from questions that an open one withholds.
  const isTold = withheld.size === 0 && (completedAt !== null || studyModeRules[mode].showsAnswers)
  const { total_questions: totalQuestions, answered, correct_answers } = row
  const correct = isTold ? correct_answers : null
  return [{ kind: 'session', at, session: { id, mode, startedAt, completedAt, totalQuestions, answered, correct } }]
}
