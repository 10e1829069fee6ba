import { type DisputeSnapshot, observeDispute as decideDispute, disputeAggregate } from '@medicready/domain/billing/dispute'
import { receiveStripeEvent as decide, stripeEventAggregate } from '@medicready/domain/billing/reconciliation'
import { hoursAfter } from '@medicready/domain/core/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { disputeById, disputesSince } from '@medicready/platform/payments/disputes'
import { type CommandContext, ownContext, partOf, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/definitions.ts'
import { doneWith } from '../worker/shown.ts'
import { refundAfterDispute } from './money-back.ts'
import { type BillingParts, observeCheckout, observeRefund, observeSubscription } from './observe-provider.ts'

/** Records the event once. Nothing is asked or decided here, because that is slow. */
export async function receiveStripeEvent(
  { commands, payments }: BillingParts,
  { raw, signature }: { raw: Buffer; signature: string },
  context: CommandContext,
): Promise<{ received: true }> {
  const event = payments.eventFrom(raw, signature)
  await commands.execute(stripeEventAggregate, event.eventId, decide(event), context, { isNew: true })
  return { received: true }
}

const decisive: ReadonlySet<string> = new Set([
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
])

/** Looks at the current object, so that the order of events does not matter. */
export async function reactToStripe(
  fact: RecordedFact<'StripeEventReceived'>,
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

type Disputed = NonNullable<Awaited<ReturnType<typeof disputeById>>>

async function observeDispute(parts: BillingParts, disputeId: string, context: CommandContext): Promise<void> {
  const disputed = await disputeById(parts.payments, disputeId)
  if (disputed) await hearOfDispute(parts, disputed, context)
}

async function hearOfDispute(parts: BillingParts, disputed: Disputed, context: CommandContext): Promise<number> {
  const snapshot = await snapshotOf(parts, disputed)
  if (snapshot === null) return 0
  const looking = partOf(context, `look at ${snapshot.disputeId}`)
  const observe = decideDispute({ now: context.now, snapshot })
  const { events } = await parts.commands.execute(disputeAggregate, snapshot.disputeId, observe, looking)
  return events.length
}

async function snapshotOf({ commands, payments }: BillingParts, disputed: Disputed): Promise<DisputeSnapshot | null> {
  const { subscription, ...common } = disputed
  if (common.requestId !== null) {
    const { userId, situation } = (await commands.load(tutoringRequestAggregate, common.requestId)).state
    return situation === 'none' ? null : { ...common, userId, product: 'tutoring', subscriptionId: null }
  }
  const found = subscription && (await payments.subscription(subscription.subscriptionId))
  const product = found?.invoices.find(({ invoiceId }) => invoiceId === subscription?.invoiceId)?.plan?.tier ?? found?.next.tier
  if (!found?.userId || !product) return null
  return { ...common, userId: found.userId, product, subscriptionId: found.subscriptionId }
}

/** If the dispute is lost, the plan ends with its payment; if won, a claimed refund is made after all. */
export async function settleDisputedPlan(
  fact: RecordedFact<'DisputeClosed'>,
  parts: Pick<WorkerParts, 'commands' | 'payments' | 'clock'>,
): Promise<void> {
  const { outcome, subscriptionId } = fact.data
  if (subscriptionId === null) return
  const context = reactionContext(fact, parts.clock)
  if (outcome !== 'lost') return refundAfterDispute(fact, parts, context)
  await parts.payments.cancelNow(subscriptionId)
  await observeSubscription(parts, subscriptionId, context)
}

/** Disputes at banks take months. */
const LOOKING_DAYS = 180

export async function findDisputes(parts: Pick<WorkerParts, 'commands' | 'payments' | 'clock' | 'signal'>): Promise<{ found: number }> {
  const disputes = await disputesSince(parts.payments, hoursAfter(parts.clock(), -24 * LOOKING_DAYS))
  const hear = (disputed: Disputed) => hearOfDispute(parts, disputed, ownContext('worker', parts.clock))
  return { found: await doneWith(disputes, parts.signal, hear) }
}
