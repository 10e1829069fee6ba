import { hoursAfter } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { PRICE_NOTICE_DAYS } from './price.ts'
import { currentPlan, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-events.ts'
import type { PaidTier } from './tiers.ts'

interface Price {
  readonly tier: PaidTier
  readonly priceId: string
  readonly amount: number
}

/** Tells somebody of the new price of their plan, once for each. It holds 30 days later, at the earliest. */
export const tellPriceChange =
  ({ userId, now, price }: { userId: string; now: string; price: Price }): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) => {
    const plan = currentPlan(state)
    if (!plan || plan.endsAt !== null || plan.paid.tier !== price.tier || plan.changesTo !== null) return []
    if (plan.told?.priceId === price.priceId || plan.paid.monthlyAmount === price.amount) return []
    const { subscriptionId, currency } = plan
    const { tier, priceId, amount } = price
    const holdsFrom = hoursAfter(now, PRICE_NOTICE_DAYS * 24)
    const data = { userId, subscriptionId, tier, priceId, formerAmount: plan.paid.monthlyAmount, amount, currency, holdsFrom }
    return [{ type: 'PriceChangeTold', data }]
  }

/** The price that somebody was told of long enough ago, and does not pay yet. */
export function duePriceChange(state: SubscriptionState, now: string): { subscriptionId: string; priceId: string } | null {
  const plan = currentPlan(state)
  if (!plan?.told || plan.told.isApplied || now < plan.told.holdsFrom || plan.changesTo !== null) return null
  return { subscriptionId: plan.subscriptionId, priceId: plan.told.priceId }
}
