import type { PaidTier } from '@medicready/domain/billing/shown/tiers'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery, type Joined, rowsWith } from '../query.ts'
import { studyDays } from '../study/study-days.ts'
import { announcedPrices } from './announced-prices.ts'
import { subscriptions } from './subscriptions.ts'

const { tables } = subscriptions
type User = RowOf<typeof users.tables.users>
type Price = RowOf<typeof tables.plan_prices>
type Announced = RowOf<typeof announcedPrices.tables.announced_prices>

export const tierOf = rowsWith(users, 'users', ['subscription_tier'], 'id')

export type DailyAllowance = Pick<User, 'subscription_tier' | 'time_zone' | 'former_time_zone' | 'time_zone_changed_at'> & {
  readonly user_id: string
} & Joined<Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'delivered'>>

export const allowancesOf = defineQuery(
  [users, studyDays],
  (sql, { userIds, from, to }: { readonly userIds: readonly string[]; readonly from: string; readonly to: string }) => sql<
    DailyAllowance[]
  >`
    SELECT u.id AS user_id, u.subscription_tier, u.time_zone, u.former_time_zone, u.time_zone_changed_at, d.date, d.delivered
    FROM read.users u LEFT JOIN read.study_days d ON d.user_id = u.id AND d.date BETWEEN ${from} AND ${to}
    WHERE u.id = ANY(${userIds as string[]}::uuid[])`,
)

export const learnerOf = defineQuery(
  [subscriptions],
  (sql, userId: string) => sql<RowOf<typeof tables.subscriptions>[]>`SELECT * FROM read.subscriptions WHERE user_id = ${userId}`,
)

/** If two plans exist by mistake, the larger one counts, as in the deciders. */
export const paidPlanOf = defineQuery(
  [subscriptions],
  (sql, userId: string) => sql<RowOf<typeof tables.subscription_plans>[]>`
    SELECT * FROM read.subscription_plans WHERE user_id = ${userId} AND tier IS NOT NULL AND ended IS NULL
    ORDER BY monthly_amount DESC LIMIT 1`,
)

export const planPrices = defineQuery([subscriptions], (sql) => sql<Price[]>`SELECT tier, amount, currency FROM read.plan_prices`)

export interface AnnouncedPrice {
  readonly announced: Announced['amount']
  readonly holds_from: Announced['holds_from']
}

export const offeredPrices = defineQuery(
  [announcedPrices, subscriptions],
  (sql) => sql<(Pick<Price, 'tier'> & Joined<Pick<Price, 'amount' | 'currency'>> & AnnouncedPrice)[]>`
    SELECT tier, p.amount, p.currency, a.amount AS announced, a.holds_from
    FROM read.plan_prices p FULL JOIN read.announced_prices a USING (tier)`,
)

export const pricesWithSubscribers = defineQuery(
  [announcedPrices, subscriptions],
  (sql) => sql<(Price & AnnouncedPrice & { readonly subscribers: number; readonly at_other_price: number })[]>`
    SELECT p.tier, p.amount, p.currency, a.amount AS announced, a.holds_from,
      count(s.*)::int AS subscribers, (count(*) FILTER (WHERE s.monthly_amount <> p.amount))::int AS at_other_price
    FROM read.plan_prices p
      LEFT JOIN read.announced_prices a ON a.tier = p.tier
      LEFT JOIN read.subscription_plans s ON s.tier = p.tier AND s.ended IS NULL
    GROUP BY p.tier, p.amount, p.currency, a.amount, a.holds_from ORDER BY p.amount, p.tier`,
)

export const openCheckouts = defineQuery(
  [subscriptions],
  (sql) => sql<Camel<typeof tables.subscriptions, 'user_id'>[]>`
    SELECT user_id AS "userId" FROM read.subscriptions
    WHERE checkout_id IS NOT NULL AND checkout_outcome IS NULL ORDER BY user_id`,
)

export const usersAtOtherPrice = defineQuery(
  [subscriptions],
  (sql, { tier, amount }: { readonly tier: PaidTier; readonly amount: number }) => sql<
    Camel<typeof tables.subscription_plans, 'user_id'>[]
  >`
    SELECT user_id AS "userId" FROM read.subscription_plans
    WHERE ended IS NULL AND tier = ${tier} AND (monthly_amount <> ${amount} OR told_tier = ${tier} AND told_amount <> ${amount})
    ORDER BY user_id`,
)

export const plansPaidBefore = defineQuery(
  [subscriptions],
  (sql, instant: string) => sql<{ readonly objectId: RowOf<typeof tables.subscription_plans>['subscription_id'] }[]>`
    SELECT subscription_id AS "objectId" FROM read.subscription_plans
    WHERE ended IS NULL AND tier IS NOT NULL AND invoiced_at < ${instant} ORDER BY subscription_id`,
)
