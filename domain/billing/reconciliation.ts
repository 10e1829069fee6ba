import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'

/** `reconciliation-<date>`: the nightly comparison of the payment provider's records with the log. */

export const MOST_DIFFERENCES_TOLD = 100

export const reconciliationEvents = defineEvents({
  ReconciliationCompleted: eventWith({
    date: z.iso.date(),
    startedAt: z.iso.datetime(),
    checked: z.object({ subscriptions: z.int(), invoices: z.int(), refunds: z.int() }),
    differences: z.int(),
    mended: z.int(),
    found: z.array(z.object({ kind: z.enum(['subscription', 'refund']), objectId: z.string(), facts: z.array(z.string()) })),
  }),
})
export type Reconciliation = EventOf<(typeof reconciliationEvents)[number]>['data']

/** It may run several times a day. */
export const reconciliationAggregate: Aggregate<null, EventOf<(typeof reconciliationEvents)[number]>> = {
  category: 'reconciliation',
  initial: null,
  evolve: () => null,
}

export const completeReconciliation =
  (done: Reconciliation): Decide<null, EventOf<(typeof reconciliationEvents)[number]>> =>
  () => [{ type: 'ReconciliationCompleted', data: done }]

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
export type StripeEvent = EventOf<(typeof stripeEventEvents)[number]>

export const stripeEventAggregate: Aggregate<{ readonly isKnown: boolean }, StripeEvent> = {
  category: 'stripeEvent',
  initial: { isKnown: false },
  evolve: () => ({ isKnown: true }),
}

export const receiveStripeEvent =
  (event: StripeEvent['data']): Decide<{ readonly isKnown: boolean }, StripeEvent> =>
  ({ isKnown }) =>
    isKnown ? [] : [{ type: 'StripeEventReceived', data: event }]
