import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvent, type EventOf } from '../core/event.ts'

/**
 * `stripeEvent-<id>`: a webhook, counted once. Stores only what it refers to: the current state is always fetched
 * before deciding.
 */
export const StripeEventReceived = defineEvent('StripeEventReceived', {
  eventId: z.string(),
  /** Such as `invoice.paid`. Types without a handler are kept too. */
  kind: z.string(),
  objectKind: z.string(),
  objectId: z.string().nullable(),
  /** By Stripe's clock. */
  happenedAt: z.iso.datetime(),
})

export const stripeEventEvents = [StripeEventReceived] as const
type StripeEvent = EventOf<typeof StripeEventReceived>

export const stripeEvent: Aggregate<{ readonly isKnown: boolean }, StripeEvent> = {
  category: 'stripeEvent',
  initial: { isKnown: false },
  evolve: () => ({ isKnown: true }),
}

export const receiveStripeEvent =
  (event: StripeEvent['data']): Decide<{ readonly isKnown: boolean }, StripeEvent> =>
  ({ isKnown }) =>
    isKnown ? [] : [{ type: 'StripeEventReceived', data: event }]
