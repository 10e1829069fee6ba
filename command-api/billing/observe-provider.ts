import { observeRefund as decideRefund, observeSubscription as decideSubscription } from '@medicready/domain/billing/observe'
import { endCheckout } from '@medicready/domain/billing/plan-commands'
import type { RefundSnapshot, SubscriptionSnapshot } from '@medicready/domain/billing/snapshots'
import { type SubscriptionEvent, type SubscriptionState, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Payments } from '@medicready/platform/payments/payments'
import { type CommandContext, partOf } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Parts } from '../parts.ts'

/** Records what the provider's object says. Idempotent: webhooks, commands and the nightly check call it. */

export type BillingParts = Pick<Parts, 'commands'> & { readonly payments: Payments }
type Looked = Decided<SubscriptionState, SubscriptionEvent>

export async function observeSubscription(parts: BillingParts, subscriptionId: string, context: CommandContext): Promise<Looked | null> {
  const snapshot = await parts.payments.subscription(subscriptionId)
  return snapshot && hearOfSubscription(parts, snapshot, context)
}

export async function hearOfSubscription({ commands }: BillingParts, snapshot: SubscriptionSnapshot, context: CommandContext) {
  const { userId, subscriptionId } = snapshot
  if (userId === null) return null
  const looking = partOf(context, `look at ${subscriptionId}`)
  return commands.execute(subscriptionAggregate, userId, decideSubscription({ userId, now: context.now, snapshot }), looking)
}

export async function hearOfRefund(
  { commands }: BillingParts,
  { userId, refund }: { userId: string; refund: RefundSnapshot },
  context: CommandContext,
): Promise<Looked> {
  const looking = partOf(context, `look at ${refund.refundId}`)
  return commands.execute(subscriptionAggregate, userId, decideRefund({ userId, now: context.now, refund }), looking)
}

export async function observeRefund(parts: BillingParts, refundId: string, context: CommandContext): Promise<void> {
  const found = await parts.payments.refundById(refundId)
  const userId = found && (await parts.payments.subscription(found.subscriptionId))?.userId
  if (found && userId) await hearOfRefund(parts, { userId, refund: found.refund }, context)
}

export async function observeCheckout(parts: BillingParts, sessionId: string, context: CommandContext): Promise<void> {
  const seen = await parts.payments.checkout(sessionId)
  if (!seen || seen.status === 'open') return
  if (seen.subscriptionId) await observeSubscription(parts, seen.subscriptionId, context)
  const { userId, checkoutId, status } = seen
  if (userId === null || checkoutId === null) return
  const outcome = status === 'complete' ? 'completed' : 'expired'
  const decide = endCheckout({ userId, checkoutId, outcome })
  await parts.commands.execute(subscriptionAggregate, userId, decide, partOf(context, `end of ${checkoutId}`))
}
