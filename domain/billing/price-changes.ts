import { hoursAfter } from '../core/calendar.ts'
import type { Decide } from '../core/decider.ts'
import { PRICE_NOTICE_DAYS } from './price-rules.ts'
import { currentPlan, type PaidPlan, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-events.ts'
import type { PaidTier } from './tiers.ts'

interface Price {
  readonly tier: PaidTier
  readonly priceId: string
  readonly amount: number
}

const expectedAmount = ({ told, paid }: PaidPlan): number => told?.amount ?? paid.monthlyAmount

/**
 * Takes effect after 30 days or more. If an announced increase is dropped, the subscriber is told that their price
 * stays.
 */
export const tellPriceChange =
  ({ userId, now, price }: { userId: string; now: string; price: Price }): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) => {
    const plan = currentPlan(state)
    if (!plan || plan.endsAt !== null || plan.paid.tier !== price.tier || plan.changesTo !== null) return []
    if (plan.told?.priceId === price.priceId || expectedAmount(plan) === price.amount) return []
    const { subscriptionId, currency } = plan
    const { tier, priceId, amount } = price
    const formerAmount = plan.paid.monthlyAmount
    const holdsFrom = amount === formerAmount ? now : hoursAfter(now, PRICE_NOTICE_DAYS * 24)
    return [{ type: 'PriceChangeTold', data: { userId, subscriptionId, tier, priceId, formerAmount, amount, currency, holdsFrom } }]
  }

export function duePriceChange(state: SubscriptionState, now: string): { subscriptionId: string; priceId: string } | null {
  const plan = currentPlan(state)
  if (!plan?.told || plan.told.isApplied || now < plan.told.holdsFrom || plan.changesTo !== null) return null
  return { subscriptionId: plan.subscriptionId, priceId: plan.told.priceId }
}
