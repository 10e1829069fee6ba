import { hoursAfter } from '../core/calendar.ts'
import type { Decide } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import { currentPlan, planIn, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent, SubscriptionFact } from './subscription-events.ts'

export const MONEY_BACK_DAYS = 14

/** Null if the guarantee does not apply. */
export function moneyBackUntil(state: SubscriptionState): string | null {
  const [first] = state.payments.map(({ paidAt }) => paidAt).sort()
  if (first === undefined || state.hasClaimedMoneyBack || !currentPlan(state)) return null
  return hoursAfter(first, MONEY_BACK_DAYS * 24)
}

function refundable({ payments, refunds }: SubscriptionState, ofSubscription: string) {
  return payments.flatMap(({ invoiceId, subscriptionId, paymentId, amount }) => {
    const back = refunds.filter((refund) => refund.invoiceId === invoiceId && !refund.hasFailed)
    const left = amount - back.reduce((sum, refund) => sum + refund.amount, 0)
    return subscriptionId === ofSubscription && paymentId !== null && left > 0 ? [{ invoiceId, paymentId, amount: left }] : []
  })
}

/** Once per person. */
export const claimMoneyBack =
  ({ userId, now }: { userId: string; now: string }): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) => {
    const plan = currentPlan(state)
    if (plan && state.refundedSubscriptionId === plan.subscriptionId) return []
    if (state.hasClaimedMoneyBack) throw new Rejection('moneyBackUsed')
    if (!plan) throw new Rejection('noPlan')
    if (now >= (moneyBackUntil(state) ?? '')) throw new Rejection('moneyBackOver')
    const payments = refundable(state, plan.subscriptionId)
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0)
    if (amount === 0) throw new Rejection('nothingToRefund')
    const { subscriptionId, currency } = plan
    return [{ type: 'MoneyBackClaimed', data: { userId, subscriptionId, amount, currency, payments } }]
  }

export const refuseMoneyBack =
  (refused: Omit<SubscriptionFact<'MoneyBackRefused'>['data'], 'tier' | 'amount'>): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) => {
    const tier = planIn(state, refused.subscriptionId)?.paid?.tier
    if (tier === undefined || state.refusedMoneyBack !== null || refused.payments.length === 0) return []
    const amount = refused.payments.reduce((sum, payment) => sum + payment.amount, 0)
    return [{ type: 'MoneyBackRefused', data: { ...refused, tier, amount } }]
  }
