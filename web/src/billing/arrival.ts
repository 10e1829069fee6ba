import { isAbove } from '@medicready/domain/billing/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/subscription'

/** `ended`: the checkout was not paid in time. */
export type Arrival = 'waiting' | 'arrived' | 'ended'

/** The tier counts: a completed checkout says nothing while its plan is not there. */
export function arrivalOf({ checkout, paidTier, tier }: Pick<Subscription, 'checkout' | 'paidTier' | 'tier'>, session: string): Arrival {
  // Of an older checkout only the plan is known.
  if (checkout === null || (checkout.sessionId !== session && checkout.checkoutId !== session))
    return paidTier === null ? 'waiting' : 'arrived'
  if (checkout.state === 'open' || checkout.state === 'completed')
    return paidTier === null || isAbove(checkout.tier, tier) ? 'waiting' : 'arrived'
  return 'ended'
}
