import type { AdminFigure } from '@medicready/domain/admin/shown/figure-names'
import type { adminBusinessCalls, Revenue, Subscriber, Subscriptions } from '@medicready/domain/contract/admin/business'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { SubscriberStatus } from '@medicready/projector/read-models/admin/figures-tables'
import { sumOfLearningDays } from '@medicready/projector/read-models/admin/learning-queries'
import { type PlacedSubscriber, placedSubscribers, type SubscriberFilter } from '@medicready/projector/read-models/admin/student-queries'
import type { Routes } from '../read-dependencies.ts'
import { camelled } from '../reading.ts'
import { figureRoutes } from './figure-routes.ts'
import { type CsvColumns, checkExport, csvOf, everyPage, PersonKey, personKey } from './people-exports.ts'
import { plannedAnew, shownDay } from './shown.ts'
import { averageRating, deferredOn, firstOf, monthlySums, monthsBetween, monthsUpTo, type Sums, sumsOf } from './sums.ts'

const MONTHS = 12
const CHURN_DAYS = 30
const currency = 'usd' as const
const nothing = (): Sums => ({ of: () => 0 })

const byProduct = (sums: Sums, figure: AdminFigure) => ({
  tutoring: sums.of(figure, 'tutoring'),
  premium: sums.of(figure, 'premium'),
  basic: sums.of(figure, 'basic'),
  total: sums.of(figure),
})

export const adminBusinessRoutes: Routes<typeof adminBusinessCalls> = (deps) => {
  const { sql, clock, reading } = deps

  const revenueOn = async (day: CalendarDay): Promise<Revenue> => {
    const months = monthsUpTo(day, MONTHS + 1)
    const shown = months.slice(1)
    const [total, monthly, deferred] = await Promise.all([
      sumsOf(sql, ['revenue', 'moneyIn', 'refunds'], { to: day }),
      monthlySums(sql, ['revenue', 'moneyIn', 'refunds', 'sessions'], { from: firstOf(months[0] ?? day), to: day }),
      deferredOn(sql, day),
    ])
    const sumsIn = (month: string) => monthly.get(month) ?? nothing()
    const [premium, basic] = [deferred.get('premium') ?? 0, deferred.get('basic') ?? 0]
    return {
      asOf: day,
      currency,
      monthlyData: shown.map((month, index) => {
        const sums = sumsIn(month)
        const { total: revenue, ...products } = byProduct(sums, 'revenue')
        const before = sumsIn(months[index] ?? '').of('revenue')
        return {
          month,
          sessions: sums.of('sessions'),
          revenue,
          growth: before > 0 ? Math.round((1_000 * (revenue - before)) / before) / 10 : null,
          moneyIn: sums.of('moneyIn'),
          refunds: sums.of('refunds'),
          ...products,
        }
      }),
      breakdown: byProduct(total, 'revenue'),
      moneyIn: byProduct(total, 'moneyIn'),
      refunds: byProduct(total, 'refunds'),
      deferred: { premium, basic, total: premium + basic },
    }
  }

  const subscriptionsOn = async (day: CalendarDay): Promise<Subscriptions> => {
    const months = monthsUpTo(day, MONTHS)
    const from = firstOf(months[0] ?? day)
    const moves = ['newMrr', 'expansionMrr', 'contractionMrr', 'churnedMrr', 'newSubscribers', 'churnedSubscribers'] as const
    const [now, before, monthly, past, lately, cohorts] = await Promise.all([
      sumsOf(sql, ['mrr', 'subscribers'], { to: day }),
      sumsOf(sql, ['mrr', 'subscribers'], { to: addDays(from, -1) }),
      monthlySums(sql, ['mrr', 'subscribers', ...moves], { from, to: day }),
      sumsOf(sql, ['subscribers'], { to: addDays(day, -CHURN_DAYS) }),
      sumsOf(sql, ['churnedSubscribers'], { from: addDays(day, 1 - CHURN_DAYS), to: day }),
      cohortsOn(sql, months, day),
    ])
    const [mrr, subscribers] = [now.of('mrr'), now.of('subscribers')]
    const arpu = subscribers > 0 ? Math.round(mrr / subscribers) : null
    const were = past.of('subscribers')
    const churnRate = were > 0 ? lately.of('churnedSubscribers') / were : null
    let [runningMrr, running] = [before.of('mrr'), before.of('subscribers')]
    return {
      asOf: day,
      currency,
      mrr,
      subscribers,
      byTier: {
        basic: { mrr: now.of('mrr', 'basic'), subscribers: now.of('subscribers', 'basic') },
        premium: { mrr: now.of('mrr', 'premium'), subscribers: now.of('subscribers', 'premium') },
      },
      arpu,
      churnRate,
      ltv: arpu !== null && churnRate !== null && churnRate > 0 ? Math.round(arpu / churnRate) : null,
      months: months.map((month) => {
        const sums = monthly.get(month) ?? nothing()
        runningMrr += sums.of('mrr')
        running += sums.of('subscribers')
        return {
          month,
          mrr: runningMrr,
          subscribers: running,
          new: sums.of('newMrr'),
          expansion: sums.of('expansionMrr'),
          contraction: sums.of('contractionMrr'),
          churn: sums.of('churnedMrr'),
          newSubscribers: sums.of('newSubscribers'),
          churnedSubscribers: sums.of('churnedSubscribers'),
        }
      }),
      cohorts,
    }
  }

  return {
    'GET /api/admin/business-metrics': reading([sumsOf, sumOfLearningDays], async ({ query }) => {
      const { day } = shownDay(query.asOf, clock())
      const [sums, [active]] = await Promise.all([
        sumsOf(sql, ['revenue', 'sessions', 'stars', 'ratings'], { to: day }),
        sumOfLearningDays(sql, { column: 'active_change', to: day }),
      ])
      return {
        asOf: day,
        currency,
        totalRevenue: sums.of('revenue'),
        activeStudents: active?.sum ?? 0,
        totalSessions: sums.of('sessions'),
        averageRating: averageRating(sums),
      }
    }),

    'GET /api/admin/revenue': reading([sumsOf, monthlySums, deferredOn], ({ query }) => revenueOn(shownDay(query.asOf, clock()).day)),

    'GET /api/admin/subscriptions': reading([sumsOf, monthlySums], ({ query }) => subscriptionsOn(shownDay(query.asOf, clock()).day)),

    ...subscriberRoutes(deps),
    ...figureRoutes(deps),
  }
}

async function cohortsOn(sql: Sql, months: readonly string[], day: CalendarDay): Promise<Subscriptions['cohorts']> {
  const monthly = await monthlySums(sql, ['cohortSize', 'cohortSubscribers'], { from: firstOf(months[0] ?? day), to: day })
  const last = months.at(-1) ?? ''
  return months.flatMap((month) => {
    const sum = (figure: AdminFigure, until: string) =>
      [...monthly].reduce((total, [each, sums]) => (each <= until ? total + sums.of(figure, month) : total), 0)
    const size = sum('cohortSize', last)
    if (size === 0) return []
    const ends = months.slice(months.indexOf(month))
    return [{ month, size, subscribed: ends.slice(0, monthsBetween(month, last) + 1).map((end) => sum('cohortSubscribers', end)) }]
  })
}

const toSubscriber = (row: PlacedSubscriber): Subscriber => ({
  ...camelled(row),
  name: row.name ?? '',
  email: row.email ?? '',
  tier: row.tier ?? 'basic',
  status: row.status ?? ('active' satisfies SubscriberStatus),
  mrr: row.monthly_amount,
  startedOn: (row.started_at ?? '').slice(0, 10),
  nextBilling: row.next_billing_at,
})

const csvColumns: CsvColumns<Subscriber> = [
  ['Id', ({ userId }) => userId],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Tier', ({ tier }) => tier],
  ['Status', ({ status }) => status],
  ['MRR in USD', ({ mrr }) => mrr / 100],
  ['Started', ({ startedOn }) => startedOn],
  ['Next billing', ({ nextBilling }) => nextBilling],
  ['Stripe subscription', ({ stripeSubscriptionId }) => stripeSubscriptionId],
]

type SubscriberCall = 'GET /api/admin/subscribers' | 'GET /api/admin/subscribers.csv'

const subscriberRoutes: Routes<Pick<typeof adminBusinessCalls, SubscriberCall>> = ({ sql, clock, reading }) => {
  async function* everySubscriber(filter: SubscriberFilter): AsyncGenerator<Subscriber> {
    const pages = everyPage((page) => plannedAnew(sql, placedSubscribers(sql, { ...filter, ...page })))
    for await (const rows of pages) yield* rows.map(toSubscriber)
  }

  return {
    'GET /api/admin/subscribers': reading([placedSubscribers], async ({ query }) => {
      const rows = await plannedAnew(sql, placedSubscribers(sql, { ...query, ...pageAfter(query, PersonKey) }))
      return pageOf(rows, query, { item: toSubscriber, sortKey: personKey })
    }),
    'GET /api/admin/subscribers.csv': reading([placedSubscribers, checkExport], async ({ query, identity }) => {
      await checkExport(sql, { exportId: query.exportId, table: 'subscribers', userId: identity.userId, now: clock() })
      return { name: 'subscribers.csv', bytes: csvOf(csvColumns, everySubscriber(query)) }
    }),
  }
}
