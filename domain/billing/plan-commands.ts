import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { PRICE_NOTICE_DAYS } from './shown/tiers.ts'
import {
  type Checkout,
  currentPlan,
  type DecideBilling,
  type OpenInvoice,
  type PaidPlan,
  planIn,
  type SubscriptionEvent,
  type SubscriptionFact,
  type SubscriptionState,
  withTier,
} from './subscription.ts'

export const REMINDER_DAYS = [0, 3, 6] as const

export function overdueInvoice(state: SubscriptionState): OpenInvoice | null {
  const plan = currentPlan(state)
  const open = state.openInvoices.filter(({ subscriptionId }) => subscriptionId === plan?.subscriptionId)
  return [...open].sort((one, other) => (one.since < other.since ? -1 : 1))[0] ?? null
}

export const isGraceOver = ({ graceUntil }: OpenInvoice, now: string): boolean => now >= graceUntil

/** The latest due reminder; missed earlier ones are skipped. */
function dueReminder({ since, reminded }: OpenInvoice, now: string): number | null {
  const day = REMINDER_DAYS.findLast((each) => now >= hoursAfter(since, each * 24))
  return day === undefined || reminded.some((told) => told >= day) ? null : day
}

export const remindOfPayment =
  ({ userId, now }: { userId: string; now: string }): DecideBilling =>
  (state) => {
    const open = overdueInvoice(state)
    const day = open && !isGraceOver(open, now) ? dueReminder(open, now) : null
    if (!open || day === null) return []
    const { subscriptionId, invoiceId, tier, amount, currency, graceUntil } = open
    return [{ type: 'PaymentReminded', data: { userId, subscriptionId, invoiceId, tier, day, amount, currency, graceUntil } }]
  }

type Price = Pick<SubscriptionFact<'PriceChangeTold'>['data'], 'tier' | 'priceId' | 'amount'>

const expectedAmount = ({ told, paid }: PaidPlan): number => told?.amount ?? paid.monthlyAmount

/** Takes effect after 30 days or more. If an increase is dropped, the subscriber is told that the price stays. */
export const tellPriceChange =
  ({ userId, now, price }: { userId: string; now: string; price: Price }): DecideBilling =>
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

/** The same time of day, clamped to the last day of a shorter month. UTC. */
export function monthsAfter(instant: string, months: number): string {
  const then = new Date(instant)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, lastDay))
  return then.toISOString()
}

type Grant = Omit<SubscriptionFact<'FreePeriodGranted'>['data'], 'from' | 'until'> & { readonly now: string }

/** Starts after a running period of the same tier, so no day is lost. */
export const grantFreePeriod =
  ({ userId, tier, months, code, now }: Grant): DecideBilling =>
  (state) => {
    const running = state.freePeriods.find((period) => period.tier === tier)?.until ?? now
    const from = running > now ? running : now
    const data = { userId, tier, months, code, from, until: monthsAfter(from, months) }
    return withTier(state, [{ type: 'FreePeriodGranted', data }], { userId, cause: 'code' })
  }

export const endFreePeriods =
  ({ userId, now }: { readonly userId: string; readonly now: string }): DecideBilling =>
  (state) => {
    const ended = state.freePeriods
      .filter(({ until }) => until <= now)
      .map(({ tier, until }) => ({ type: 'FreePeriodEnded' as const, data: { userId, tier, until } }))
    return ended.length === 0 ? [] : withTier(state, ended, { userId, cause: 'ended' })
  }

export const MONEY_BACK_DAYS = 14

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

export const claimMoneyBack =
  ({ userId, now }: { userId: string; now: string }): DecideBilling =>
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
  (refused: Omit<SubscriptionFact<'MoneyBackRefused'>['data'], 'tier' | 'amount'>): DecideBilling =>
  (state) => {
    const tier = planIn(state, refused.subscriptionId)?.paid?.tier
    if (tier === undefined || state.refusedMoneyBack !== null || refused.payments.length === 0) return []
    const amount = refused.payments.reduce((sum, payment) => sum + payment.amount, 0)
    return [{ type: 'MoneyBackRefused', data: { ...refused, tier, amount } }]
  }

type Started = SubscriptionFact<'CheckoutStarted'>['data']

/** Also how long it holds a use of its discount code. */
export const CHECKOUT_MINUTES = 60

export const nameCustomer =
  (data: SubscriptionFact<'CustomerMade'>['data']): DecideBilling =>
  ({ customerId, isForgotten }) =>
    customerId === null && !isForgotten ? [{ type: 'CustomerMade', data }] : []

export const sameCheckout = ({ checkout }: SubscriptionState, wish: { tier: string; code: string | null; now: string }): Checkout | null =>
  checkout && checkout.tier === wish.tier && (checkout.code?.code ?? null) === wish.code && checkout.expiresAt > wish.now ? checkout : null

export const startCheckout =
  ({ now, ...started }: Started & { now: string }): DecideBilling =>
  (state) => {
    if (currentPlan(state)) throw new Rejection('planExists')
    const { userId, tier, code } = started
    if (sameCheckout(state, { tier, code: code?.code ?? null, now })) return []
    const { checkout } = state
    const replaced: readonly SubscriptionEvent[] = checkout
      ? [{ type: 'CheckoutEnded', data: { userId, checkoutId: checkout.checkoutId, outcome: 'replaced' } }]
      : []
    return [...replaced, { type: 'CheckoutStarted', data: started }]
  }

export const openCheckout =
  (opened: SubscriptionFact<'CheckoutOpened'>['data']): DecideBilling =>
  ({ checkout }) =>
    checkout?.checkoutId === opened.checkoutId && checkout.sessionId === null ? [{ type: 'CheckoutOpened', data: opened }] : []

export const endCheckout =
  (ended: SubscriptionFact<'CheckoutEnded'>['data']): DecideBilling =>
  ({ checkout }) =>
    checkout?.checkoutId === ended.checkoutId ? [{ type: 'CheckoutEnded', data: ended }] : []

/** Ends it at once, unless another request opened it meanwhile. */
export const failCheckout =
  ({ userId, checkoutId }: { userId: string; checkoutId: string }): DecideBilling =>
  ({ checkout }) =>
    checkout?.checkoutId === checkoutId && checkout.sessionId === null
      ? [{ type: 'CheckoutEnded', data: { userId, checkoutId, outcome: 'failed' } }]
      : []

export const forgetCustomer =
  ({ userId }: { userId: string }): DecideBilling =>
  ({ customerId }) =>
    customerId === null ? [] : [{ type: 'CustomerDeleted', data: { userId, customerId } }]
