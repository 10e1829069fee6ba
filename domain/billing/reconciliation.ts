import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'

/** `reconciliation-<date>`: what the payment provider has was held against the log on that day. */

/** Of so many differences it is said what they were. */
export const MOST_DIFFERENCES_TOLD = 100

export const ReconciliationCompleted = defineEvent('ReconciliationCompleted', {
  date: z.iso.date(),
  startedAt: z.iso.datetime(),
  /** How many of each were looked at. */
  checked: z.object({ subscriptions: z.int(), invoices: z.int(), refunds: z.int() }),
  /** Where the log had not heard of something, or of something else: 0 is expected. */
  differences: z.int(),
  /** How many of them are in the log now. */
  mended: z.int(),
  found: z.array(
    z.object({
      kind: z.enum(['subscription', 'refund']),
      objectId: z.string(),
      /** The facts that were missing. Empty where it could not be mended. */
      facts: z.array(z.string()),
    }),
  ),
})

export const reconciliationEvents = [ReconciliationCompleted] as const
export type Reconciliation = EventOf<typeof ReconciliationCompleted>['data']

/** It may be done again on the same day: each time is a fact. */
export const reconciliation: Aggregate<null, EventOf<typeof ReconciliationCompleted>> = {
  category: 'reconciliation',
  initial: null,
  evolve: () => null,
}

export const completeReconciliation =
  (done: Reconciliation): Decide<null, EventOf<typeof ReconciliationCompleted>> =>
  () => [{ type: 'ReconciliationCompleted', data: done }]
