import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvent, type EventOf } from '../core/event.ts'

/** `reconciliation-<date>`: the nightly comparison of the payment provider's records with the log. */

export const MOST_DIFFERENCES_TOLD = 100

export const ReconciliationCompleted = defineEvent('ReconciliationCompleted', {
  date: z.iso.date(),
  startedAt: z.iso.datetime(),
  checked: z.object({ subscriptions: z.int(), invoices: z.int(), refunds: z.int() }),
  /** 0 is expected. */
  differences: z.int(),
  mended: z.int(),
  found: z.array(z.object({ kind: z.enum(['subscription', 'refund']), objectId: z.string(), facts: z.array(z.string()) })),
})

export const reconciliationEvents = [ReconciliationCompleted] as const
export type Reconciliation = EventOf<typeof ReconciliationCompleted>['data']

/** It may run several times a day. */
export const reconciliation: Aggregate<null, EventOf<typeof ReconciliationCompleted>> = {
  category: 'reconciliation',
  initial: null,
  evolve: () => null,
}

export const completeReconciliation =
  (done: Reconciliation): Decide<null, EventOf<typeof ReconciliationCompleted>> =>
  () => [{ type: 'ReconciliationCompleted', data: done }]
