import { receiveStripeEvent as decide, stripeEvent } from '@medicready/domain/billing/reconciliation'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf } from '@medicready/domain/events'
import { type CommandContext, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/definitions.ts'
import { observeDispute } from './observe-dispute.ts'
import { type BillingParts, observeCheckout, observeRefund, observeSubscription } from './observe-provider.ts'

/** Records the event once. Nothing is asked or decided here, because that is slow. */
export async function receiveStripeEvent(
  { commands, payments }: BillingParts,
  { raw, signature }: { raw: Buffer; signature: string },
  context: CommandContext,
): Promise<{ received: true }> {
  const event = payments.eventFrom(raw, signature)
  await commands.execute(stripeEvent, event.eventId, decide(event), context, { isNew: true })
  return { received: true }
}

/** Of the many events of an invoice, those that matter here. */
const decisive: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
])

/** Looks at the current object, so that the order of events does not matter. */
export async function reactToStripe(
  fact: Recorded<FactOf<'StripeEventReceived'>>,
  parts: Pick<WorkerParts, 'commands' | 'payments' | 'clock'>,
): Promise<void> {
  const { kind, objectKind, objectId } = fact.data
  if (objectId === null || (objectKind === 'invoice' && !decisive.has(kind))) return
  const context = reactionContext(fact, parts.clock)
  if (objectKind === 'checkout.session') return observeCheckout(parts, objectId, context)
  if (objectKind === 'refund') return observeRefund(parts, objectId, context)
  if (objectKind === 'dispute') return observeDispute(parts, objectId, context)
  const subscriptionId = await subscriptionBehind(parts, objectKind, objectId)
  if (subscriptionId !== null) await observeSubscription(parts, subscriptionId, context)
}

async function subscriptionBehind({ payments }: BillingParts, objectKind: string, objectId: string): Promise<string | null> {
  if (objectKind === 'subscription') return objectId
  return objectKind === 'invoice' ? payments.subscriptionOfInvoice(objectId) : null
}
