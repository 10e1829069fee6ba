import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'

/**
 * `stripeEvent-<id>`: something happened at the payment provider's. It counts once, however often it is told. Only what
 * it is about is kept: what that looks like now is asked anew before anything is decided.
 */
export const StripeEventReceived = defineEvent('StripeEventReceived', {
  eventId: z.string(),
  /** The provider's word, such as `invoice.paid`. Types without a handler are kept too. */
  kind: z.string(),
  /** What it is about, such as `invoice`, and its id; null where that has none. */
  objectKind: z.string(),
  objectId: z.string().nullable(),
  /** When it happened, by the provider's clock. */
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
