import { MONEY_BACK_DAYS } from '@medicready/domain/billing/plan-commands'
import { CURRENCY, dollars, type Money } from '@medicready/domain/billing/shown/money'
import { isAbove, type PaidTier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { PlanAction, Subscription, SubscriptionStateName } from '@medicready/domain/contract/billing/billing'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { invoices } from '@medicready/projector/read-models/billing/invoices'
import type { subscriptions } from '@medicready/projector/read-models/billing/subscriptions'
import type { RowOf } from '@medicready/projector/read-models/definition'

type LearnerRow = RowOf<typeof subscriptions.tables.subscriptions>
type PlanRow = RowOf<typeof subscriptions.tables.subscription_plans>
type OpenInvoice = Pick<RowOf<typeof invoices.tables.invoices>, 'amount' | 'currency' | 'at' | 'grace_until'>

export interface PlanRows {
  readonly learner: LearnerRow | null
  readonly plan: PlanRow | null
  readonly openInvoice: OpenInvoice | null
  /** Payments minus refunds of the plan. */
  readonly refundable: number
  readonly prices: readonly RowOf<typeof subscriptions.tables.plan_prices>[]
}

export function planOf({ learner, plan, openInvoice, refundable, prices }: PlanRows, now: string): Subscription {
  const tier = learner?.tier ?? 'free'
  const state = stateOf({ learner, plan, openInvoice })
  const freeUntil = learner?.free_periods.find((period) => period.tier === tier)?.until ?? null
  const priceOf = (wanted: PaidTier): Money => {
    const price = prices.find((each) => each.tier === wanted)
    return price ? { amount: price.amount, currency: price.currency } : dollars(tiers[wanted].monthlyPrice)
  }
  const moneyBackUntil = plan && learner && refundable > 0 ? moneyBackEnd(learner) : null
  const canHaveMoneyBack = moneyBackUntil !== null && now < moneyBackUntil
  return {
    tier,
    state,
    paidTier: plan?.tier ?? null,
    price: plan?.monthly_amount != null ? { amount: plan.monthly_amount, currency: plan.currency ?? CURRENCY } : null,
    periodStartsAt: plan?.period_start ?? null,
    periodEndsAt: plan ? (plan.ends_at ?? plan.period_end) : freeUntil,
    nextBill: plan && state === 'active' ? nextBillOf(plan, priceOf) : null,
    scheduledChange: plan?.changes_to && plan.changes_at ? { tier: plan.changes_to, at: plan.changes_at } : null,
    pastDue:
      openInvoice?.grace_until && state === 'past_due'
        ? { amount: openInvoice.amount, currency: openInvoice.currency, since: openInvoice.at, tierEndsAt: openInvoice.grace_until }
        : null,
    moneyBack: canHaveMoneyBack ? { amount: refundable, currency: plan?.currency ?? CURRENCY, until: moneyBackUntil } : null,
    may: actionsOf(state, { hasPaid: learner?.customer_id != null && learner.first_paid_at !== null, canHaveMoneyBack }),
    prices: { basic: priceOf('basic'), premium: priceOf('premium') },
    checkout: checkoutOf(learner),
  }
}

function stateOf({ learner, plan, openInvoice }: Pick<PlanRows, 'learner' | 'plan' | 'openInvoice'>): SubscriptionStateName {
  if (plan) {
    if (openInvoice) return 'past_due'
    return plan.ends_at ? 'cancelling' : 'active'
  }
  if (!learner || learner.tier === 'free') return 'free'
  return learner.free_periods.some(({ tier }) => !isAbove(learner.tier, tier)) ? 'free_period' : 'granted'
}

function nextBillOf(plan: PlanRow, priceOf: (tier: PaidTier) => Money): Subscription['nextBill'] {
  const { period_end: at, tier, monthly_amount, currency } = plan
  if (at === null || tier === null || monthly_amount === null) return null
  if (plan.changes_to) return { ...priceOf(plan.changes_to), at }
  const isTold = plan.told_tier === tier && plan.told_amount !== null && plan.told_from !== null && plan.told_from <= at
  return { amount: isTold ? (plan.told_amount ?? monthly_amount) : monthly_amount, currency: currency ?? CURRENCY, at }
}

/** Once per person. */
const moneyBackEnd = ({ first_paid_at, has_claimed_money_back }: LearnerRow): string | null =>
  first_paid_at === null || has_claimed_money_back ? null : hoursAfter(first_paid_at, MONEY_BACK_DAYS * 24)

interface Circumstances {
  readonly hasPaid: boolean
  readonly canHaveMoneyBack: boolean
}

function actionsOf(state: SubscriptionStateName, { hasPaid, canHaveMoneyBack }: Circumstances): PlanAction[] {
  const ofState: Readonly<Record<SubscriptionStateName, readonly PlanAction[]>> = {
    free: ['checkout'],
    free_period: ['checkout'],
    granted: ['checkout'],
    active: ['change', 'cancel'],
    cancelling: ['resume'],
    past_due: ['cancel'],
  }
  return [...ofState[state], ...(canHaveMoneyBack ? (['moneyBack'] as const) : []), ...(hasPaid ? (['portal'] as const) : [])]
}

function checkoutOf(learner: LearnerRow | null): Subscription['checkout'] {
  if (!learner?.checkout_id || !learner.checkout_tier) return null
  return {
    checkoutId: learner.checkout_id,
    sessionId: learner.checkout_session_id,
    tier: learner.checkout_tier,
    state: learner.checkout_outcome ?? 'open',
  }
}
