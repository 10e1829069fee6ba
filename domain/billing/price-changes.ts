import { hoursAfter } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { PRICE_NOTICE_DAYS } from './price-rules.ts'
import { currentPlan, type PaidPlan, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-events.ts'
import type { PaidTier } from './tiers.ts'

interface Price {
  readonly tier: PaidTier
  readonly priceId: string
  readonly amount: number
}

/** What the learner believes a month will cost. */
const expectedAmount = ({ told, paid }: PaidPlan): number => told?.amount ?? paid.monthlyAmount

/**
 * Tells a subscriber of the new price of their plan, once for each. It applies after 30 days or more. One who was told
 * of another one that does not come is told so: what they pay stays, which needs no notice.
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

/** An announced price whose notice period is over and that is not paid yet. */
export function duePriceChange(state: SubscriptionState, now: string): { subscriptionId: string; priceId: string } | null {
  const plan = currentPlan(state)
  if (!plan?.told || plan.told.isApplied || now < plan.told.holdsFrom || plan.changesTo !== null) return null
  return { subscriptionId: plan.subscriptionId, priceId: plan.told.priceId }
}
