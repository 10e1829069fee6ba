import { type DisputeSnapshot, observeDispute as decide, dispute } from '@medicready/domain/billing/dispute'
import { hoursAfter } from '@medicready/domain/core/calendar'
import type { Recorded } from '@medicready/domain/core/event'
import type { FactOf } from '@medicready/domain/events'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { disputeById, disputesSince } from '@medicready/platform/payments/disputes'
import { type CommandContext, idFrom, ownContext, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/definitions.ts'
import { refundAfterDispute } from './money-back.ts'
import { type BillingParts, observeSubscription } from './observe-provider.ts'

type Disputed = NonNullable<Awaited<ReturnType<typeof disputeById>>>

export async function observeDispute(parts: BillingParts, disputeId: string, context: CommandContext): Promise<void> {
  const disputed = await disputeById(parts.payments, disputeId)
  if (disputed) await hearOfDispute(parts, disputed, context)
}

async function hearOfDispute(parts: BillingParts, disputed: Disputed, context: CommandContext): Promise<number> {
  const snapshot = await snapshotOf(parts, disputed)
  if (snapshot === null) return 0
  const looking = { ...context, commandId: idFrom(context, `look at ${snapshot.disputeId}`) }
  const { events } = await parts.commands.execute(dispute, snapshot.disputeId, decide({ now: context.now, snapshot }), looking)
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
  fact: Recorded<FactOf<'DisputeClosed'>>,
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
  let found = 0
  for (const disputed of await disputesSince(parts.payments, hoursAfter(parts.clock(), -24 * LOOKING_DAYS))) {
    if (parts.signal.aborted) break
    found += await hearOfDispute(parts, disputed, ownContext('worker', parts.clock))
  }
  return { found }
}
