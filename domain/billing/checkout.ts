import type { Decide } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type Checkout, currentPlan, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent, SubscriptionFact } from './subscription-events.ts'

type DecideBilling = Decide<SubscriptionState, SubscriptionEvent>
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
