import { Readable } from 'node:stream'
import type { Analytics, analyticsCalls } from '@medicready/domain/contract/study/analytics'
import type { CalendarDay } from '@medicready/domain/core/calendar'
import {
  accuracyDistributions,
  answersOfAll,
  learnerDetails,
  learnerTotals,
  sureAndWrong,
} from '@medicready/projector/read-models/study/analytics-queries'
import { recentlyHappened } from '@medicready/projector/read-models/study/progress-queries'
import type { Routes } from '../parts.ts'
import { known } from '../reading.ts'
import { todayOf } from './account-days.ts'
import { RecentActivities } from './activity.ts'
import { FiguresOfAll } from './all-students.ts'
import { analyticsFile } from './analytics-csv.ts'
import { type Details, figuresOf, newcomer, totalsOf, yearUpTo } from './analytics-figures.ts'
import { disclosing } from './disclosures.ts'

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
