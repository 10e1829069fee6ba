import { type DisputeSnapshot, observeDispute as decideDispute, disputeAggregate } from '@medicready/domain/billing/dispute'
import { receiveStripeEvent as decide, stripeEventAggregate } from '@medicready/domain/billing/reconciliation'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { disputeById, disputesSince } from '@medicready/platform/payments/disputes'
import { type CommandContext, ownContext, partOf, reactionContext } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { doneWith } from '../worker/shown.ts'
import { refundAfterDispute } from './money-back.ts'
import { type BillingDeps, observeCheckout, observeRefund, observeSubscription } from './observe-provider.ts'

/** Records the event once. Nothing is asked or decided here, because that is slow. */
export async function receiveStripeEvent(
  { commands, payments }: BillingDeps,
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
  deps: Pick<WorkerDeps, 'commands' | 'payments' | 'clock'>,
): Promise<void> {
  const { kind, objectKind, objectId } = fact.data
  if (objectId === null || (objectKind === 'invoice' && !decisive.has(kind))) return
  const context = reactionContext(fact, deps.clock)
  if (objectKind === 'checkout.session') return observeCheckout(deps, objectId, context)
  if (objectKind === 'refund') return observeRefund(deps, objectId, context)
  if (objectKind === 'dispute') return observeDispute(deps, objectId, context)
  const subscriptionId = await subscriptionBehind(deps, objectKind, objectId)
  if (subscriptionId !== null) await observeSubscription(deps, subscriptionId, context)
}

async function subscriptionBehind({ payments }: BillingDeps, objectKind: string, objectId: string): Promise<string | null> {
  if (objectKind === 'subscription') return objectId
  return objectKind === 'invoice' ? payments.subscriptionOfInvoice(objectId) : null
}

type Disputed = NonNullable<Awaited<ReturnType<typeof disputeById>>>

async function observeDispute(deps: BillingDeps, disputeId: string, context: CommandContext): Promise<void> {
  const disputed = await disputeById(deps.payments, disputeId)
  if (disputed) await hearOfDispute(deps, disputed, context)
}

async function hearOfDispute(deps: BillingDeps, disputed: Disputed, context: CommandContext): Promise<number> {
  const snapshot = await snapshotOf(deps, disputed)
  if (snapshot === null) return 0
  const looking = partOf(context, `look at ${snapshot.disputeId}`)
  const observe = decideDispute({ now: context.now, snapshot })
  const { events } = await deps.commands.execute(disputeAggregate, snapshot.disputeId, observe, looking)
  return events.length
}

async function snapshotOf({ commands, payments }: BillingDeps, disputed: Disputed): Promise<DisputeSnapshot | null> {
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
  deps: Pick<WorkerDeps, 'commands' | 'payments' | 'clock'>,
): Promise<void> {
  const { outcome, subscriptionId } = fact.data
  if (subscriptionId === null) return
  const context = reactionContext(fact, deps.clock)
  if (outcome !== 'lost') return refundAfterDispute(fact, deps, context)
  await deps.payments.cancelNow(subscriptionId)
  await observeSubscription(deps, subscriptionId, context)
}

/** Disputes at banks take months. */
const LOOKING_DAYS = 180

export async function findDisputes(deps: Pick<WorkerDeps, 'commands' | 'payments' | 'clock' | 'signal'>): Promise<{ found: number }> {
  const disputes = await disputesSince(deps.payments, hoursAfter(deps.clock(), -24 * LOOKING_DAYS))
  const hear = (disputed: Disputed) => hearOfDispute(deps, disputed, ownContext('worker', deps.clock))
  return { found: await doneWith(disputes, deps.signal, hear) }
}
