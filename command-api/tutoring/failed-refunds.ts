import { hoursAfter } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { Outcome } from '@medicready/domain/outcome'
import { mendRefund as decideMend, recordFailedRefund } from '@medicready/domain/tutoring/decide-request'
import { TUTORING_CURRENCY } from '@medicready/domain/tutoring/rules'
import { refundById, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import {
  type Asking,
  type FailedRefund,
  failedTutoringRefund,
  failedTutoringRefundsSince,
} from '@medicready/platform/payments/tutoring-payments'
import { type CommandContext, ownContext, reactionContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

/** Refunds that the payment provider had taken and that did not get there. */

type RefundParts = Pick<WorkerParts, 'commands' | 'clock'> & { readonly payments: Asking }

async function hearOf({ commands, clock }: RefundParts, { requestId, refundId }: FailedRefund, context: CommandContext): Promise<number> {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  if (state.situation === 'none') return 0
  if (!refundById(state, refundId)) throw new NotNow('The refund is being written down at this moment.')
  const { events } = await commands.execute(tutoringRequestAggregate, requestId, recordFailedRefund({ refundId, at: clock() }), context)
  return events.length
}

/** The provider says that something has happened with a refund: what it is now is asked of it anew. */
export async function observeRefund(fact: Recorded<FactOf<'StripeEventReceived'>>, parts: RefundParts): Promise<void> {
  const { objectKind, objectId } = fact.data
  if (objectKind !== 'refund' || objectId === null) return
  const failed = await failedTutoringRefund(parts.payments, objectId)
  if (failed) await hearOf(parts, failed, reactionContext(fact, parts.clock))
}

const LOOKING_DAYS = 90

/** Finds failures that were not told of. */
export async function findFailedRefunds(parts: RefundParts & Pick<WorkerParts, 'signal'>): Promise<{ found: number }> {
  let found = 0
  for (const failed of await failedTutoringRefundsSince(parts.payments, hoursAfter(parts.clock(), -24 * LOOKING_DAYS))) {
    if (parts.signal.aborted) break
    found += await hearOf(parts, failed, ownContext('worker', parts.clock))
  }
  return { found }
}

interface Mending {
  readonly requestId: string
  readonly refundId: string
  readonly by: string
  readonly reason: string
}

/** An administrator has paid it back another way. */
export async function mendRefund(
  { commands }: Pick<Parts, 'commands'>,
  { requestId, ...mending }: Mending,
  context: CommandContext,
): Promise<Outcome<{ readonly refundId: string; readonly amount: number; readonly currency: string }>> {
  const { refundId } = mending
  const decide = decideMend({ ...mending, at: context.now })
  const { state, position } = await commands.execute(tutoringRequestAggregate, requestId, decide, context)
  const refund = refundById(state, refundId)
  return { answer: { refundId, amount: refund?.amount ?? 0, currency: refund?.currency ?? TUTORING_CURRENCY }, position }
}
