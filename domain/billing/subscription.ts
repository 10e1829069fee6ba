import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { type Tier, tierNames } from './tiers.ts'

/** `subscription-<userId>`: the tier of one account. */

export const TierChanged = defineEvent('TierChanged', {
  userId: z.uuid(),
  from: z.enum(tierNames),
  to: z.enum(tierNames),
  cause: z.enum(['granted']),
})

export const subscriptionEvents = [TierChanged] as const
export type SubscriptionEvent = EventOf<(typeof subscriptionEvents)[number]>

export interface SubscriptionState {
  readonly tier: Tier
}

export const subscription: Aggregate<SubscriptionState, SubscriptionEvent> = {
  category: 'subscription',
  initial: { tier: 'free' },
  evolve: (_state, event) => ({ tier: event.data.to }),
}

/** An operator gives an account a tier, without payment. */
export const grantTier =
  (command: { userId: string; tier: Tier }): Decide<SubscriptionState, SubscriptionEvent> =>
  (state) =>
    state.tier === command.tier
      ? []
      : [{ type: 'TierChanged', data: { userId: command.userId, from: state.tier, to: command.tier, cause: 'granted' } }]
