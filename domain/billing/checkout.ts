import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import { type Checkout, currentPlan, type SubscriptionState } from './subscription.ts'
import type { SubscriptionEvent, SubscriptionFact } from './subscription-events.ts'

type DecideBilling = Decide<SubscriptionState, SubscriptionEvent>
type Started = SubscriptionFact<'CheckoutStarted'>['data']

/** How long a checkout can be paid, and holds a use of its code. */
export const CHECKOUT_MINUTES = 60

/** The payment provider knows the learner by this id from now on. Who is known already keeps their first one. */
export const nameCustomer =
  (data: SubscriptionFact<'CustomerMade'>['data']): DecideBilling =>
  ({ customerId, isForgotten }) =>
    customerId === null && !isForgotten ? [{ type: 'CustomerMade', data }] : []

/** The checkout that is open for just this; null where another one, or none, is. */
export const sameCheckout = ({ checkout }: SubscriptionState, wish: { tier: string; code: string | null; now: string }): Checkout | null =>
  checkout && checkout.tier === wish.tier && (checkout.code?.code ?? null) === wish.code && checkout.expiresAt > wish.now ? checkout : null

/** Who has a plan changes it, and buys no second one. */
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

/** The page of a checkout could not be opened: it ends at once, unless another request has opened it. */
export const failCheckout =
  ({ userId, checkoutId }: { userId: string; checkoutId: string }): DecideBilling =>
  ({ checkout }) =>
    checkout?.checkoutId === checkoutId && checkout.sessionId === null
      ? [{ type: 'CheckoutEnded', data: { userId, checkoutId, outcome: 'failed' } }]
      : []

/** The payment provider has forgotten whose payments they were. */
export const forgetCustomer =
  ({ userId }: { userId: string }): DecideBilling =>
  ({ customerId }) =>
    customerId === null ? [] : [{ type: 'CustomerDeleted', data: { userId, customerId } }]
