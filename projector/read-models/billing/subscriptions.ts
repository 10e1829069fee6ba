import type { PaidTier, Tier } from '@medicready/domain/billing/shown/tiers'
import type { FreePeriod, SubscriptionFact } from '@medicready/domain/billing/subscription'
import { defineReadModel, type MutableRows, newRow, type RowOf, table, typed } from '../definition.ts'

const tables = {
  subscriptions: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      tier: typed<Tier>('text'),
      customer_id: 'text?',
      checkout_id: 'uuid?',
      checkout_session_id: 'text?',
      checkout_tier: typed<PaidTier>('text?'),
      checkout_outcome: typed<SubscriptionFact<'CheckoutEnded'>['data']['outcome']>('text?'),
      first_paid_at: 'timestamptz?',
      has_claimed_money_back: 'boolean',
      free_periods: typed<readonly FreePeriod[]>('jsonb'),
    },
  }),
  subscription_plans: table({
    key: ['subscription_id'],
    columns: {
      subscription_id: 'coded text',
      user_id: 'uuid',
      tier: typed<PaidTier>('text?'),
      monthly_amount: 'integer?',
      currency: 'coded text?',
      invoiced_at: 'timestamptz?',
      period_start: 'timestamptz?',
      period_end: 'timestamptz?',
      changes_to: typed<PaidTier>('text?'),
      changes_at: 'timestamptz?',
      ends_at: 'timestamptz?',
      ended: typed<SubscriptionFact<'SubscriptionEnded'>['data']['cause']>('text?'),
      told_tier: typed<PaidTier>('text?'),
      told_amount: 'integer?',
      told_from: 'timestamptz?',
    },
    indexes: ['(user_id)'],
  }),
  plan_prices: table({
    key: ['tier'],
    columns: { tier: typed<PaidTier>('text'), amount: 'integer', currency: 'coded text' },
  }),
}

type Learners = MutableRows<typeof tables.subscriptions>
type Plans = MutableRows<typeof tables.subscription_plans>
type PlanRow = RowOf<typeof tables.subscription_plans>

const learnerOf = (user_id: string, learners: Learners): RowOf<typeof tables.subscriptions> =>
  learners.get({ user_id }) ?? newRow(tables.subscriptions, { user_id, tier: 'free', free_periods: [] })

const change = (user_id: string, learners: Learners, changes: Partial<RowOf<typeof tables.subscriptions>>): void =>
  learners.set({ ...learnerOf(user_id, learners), ...changes })

const planOf = ({ userId, subscriptionId }: { userId: string; subscriptionId: string }, plans: Plans): PlanRow =>
  plans.get({ subscription_id: subscriptionId }) ?? newRow(tables.subscription_plans, { subscription_id: subscriptionId, user_id: userId })

const changePlan = (of: { userId: string; subscriptionId: string }, plans: Plans, changes: Partial<PlanRow>): void =>
  plans.set({ ...planOf(of, plans), ...changes })

export const subscriptions = defineReadModel({
  name: 'billing/subscriptions',
  version: 1,
  tables,
  on: {
    CustomerMade: ({ data }, { subscriptions }) => change(data.userId, subscriptions, { customer_id: data.customerId }),
    CustomerDeleted: ({ data }, { subscriptions }) => change(data.userId, subscriptions, { customer_id: null }),
    CheckoutStarted: ({ data }, { subscriptions }) =>
      change(data.userId, subscriptions, {
        checkout_id: data.checkoutId,
        checkout_session_id: null,
        checkout_tier: data.tier,
        checkout_outcome: null,
      }),
    CheckoutOpened: ({ data }, { subscriptions }) => {
      if (subscriptions.get({ user_id: data.userId })?.checkout_id === data.checkoutId)
        change(data.userId, subscriptions, { checkout_session_id: data.sessionId })
    },
    CheckoutEnded: ({ data }, { subscriptions }) => {
      if (subscriptions.get({ user_id: data.userId })?.checkout_id === data.checkoutId)
        change(data.userId, subscriptions, { checkout_outcome: data.outcome })
    },
    TierChanged: ({ data }, { subscriptions }) => change(data.userId, subscriptions, { tier: data.to }),
    // The newest invoice decides, even if older ones are reported later.
    InvoicePaid: ({ data }, { subscriptions, subscription_plans }) => {
      const first = learnerOf(data.userId, subscriptions).first_paid_at
      if (first === null || data.paidAt < first) change(data.userId, subscriptions, { first_paid_at: data.paidAt })
      const plan = planOf(data, subscription_plans)
      if (data.kind === 'other' || plan.ended !== null || (plan.invoiced_at !== null && plan.invoiced_at >= data.invoicedAt)) return
      const hasChanged = plan.changes_to === data.tier
      subscription_plans.set({
        ...plan,
        tier: data.tier,
        monthly_amount: data.monthlyAmount,
        currency: data.currency,
        invoiced_at: data.invoicedAt,
        period_start: data.periodStart,
        period_end: data.periodEnd,
        changes_to: hasChanged ? null : plan.changes_to,
        changes_at: hasChanged ? null : plan.changes_at,
      })
    },
    PlanChangeScheduled: ({ data }, { subscription_plans }) =>
      changePlan(data, subscription_plans, { changes_to: data.to, changes_at: data.at }),
    PlanChangeWithdrawn: ({ data }, { subscription_plans }) => changePlan(data, subscription_plans, { changes_to: null, changes_at: null }),
    CancellationScheduled: ({ data }, { subscription_plans }) => changePlan(data, subscription_plans, { ends_at: data.endsAt }),
    CancellationWithdrawn: ({ data }, { subscription_plans }) => changePlan(data, subscription_plans, { ends_at: null }),
    SubscriptionEnded: ({ data }, { subscription_plans }) =>
      changePlan(data, subscription_plans, { ended: data.cause, changes_to: null, changes_at: null, ends_at: null }),
    PriceChangeTold: ({ data }, { subscription_plans }) =>
      changePlan(data, subscription_plans, {
        told_tier: data.tier,
        told_amount: data.amount,
        told_from: data.holdsFrom,
      }),
    MoneyBackClaimed: ({ data }, { subscriptions }) => change(data.userId, subscriptions, { has_claimed_money_back: true }),
    FreePeriodGranted: ({ data: { userId, tier, until } }, { subscriptions }) => {
      const others = learnerOf(userId, subscriptions).free_periods.filter((one) => one.tier !== tier)
      change(userId, subscriptions, { free_periods: [...others, { tier, until }] })
    },
    FreePeriodEnded: ({ data }, { subscriptions }) =>
      change(data.userId, subscriptions, {
        free_periods: learnerOf(data.userId, subscriptions).free_periods.filter(({ tier }) => tier !== data.tier),
      }),
    PriceSet: ({ data: { tier, amount, currency } }, { plan_prices }) => plan_prices.set({ tier, amount, currency }),
  },
})
