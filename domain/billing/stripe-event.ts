import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'

export const stripeEventEvents = defineEvents({
  /** `stripeEvent-<id>`: a webhook, counted once. The current state is always fetched before deciding. */
  StripeEventReceived: eventWith({
    eventId: z.string(),
    /** Such as `invoice.paid`. Types without a handler are kept too. */
    kind: z.string(),
    objectKind: z.string(),
    objectId: z.string().nullable(),
    /** By Stripe's clock. */
    happenedAt: z.iso.datetime(),
  }),
})
type StripeEvent = EventOf<(typeof stripeEventEvents)[number]>

export const stripeEvent: Aggregate<{ readonly isKnown: boolean }, StripeEvent> = {
  category: 'stripeEvent',
  initial: { isKnown: false },
  evolve: () => ({ isKnown: true }),
}

export const receiveStripeEvent =
  (event: StripeEvent['data']): Decide<{ readonly isKnown: boolean }, StripeEvent> =>
  ({ isKnown }) =>
    isKnown ? [] : [{ type: 'StripeEventReceived', data: event }]
