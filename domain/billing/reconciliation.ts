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
export const reconciliation: Aggregate<null, EventOf<(typeof reconciliationEvents)[number]>> = {
  category: 'reconciliation',
  initial: null,
  evolve: () => null,
}

export const completeReconciliation =
  (done: Reconciliation): Decide<null, EventOf<(typeof reconciliationEvents)[number]>> =>
  () => [{ type: 'ReconciliationCompleted', data: done }]
