import { observeRefund as decideRefund, observeSubscription as decideSubscription } from '@medicready/domain/billing/observe'
import { endCheckout } from '@medicready/domain/billing/plan-commands'
import type { RefundSnapshot, SubscriptionSnapshot } from '@medicready/domain/billing/snapshots'
import { type SubscriptionEvent, type SubscriptionState, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Payments } from '@medicready/platform/payments/payments'
import { type CommandContext, partOf } from '../command-context.ts'
import type { Decided } from '../commands.ts'
import type { Dependencies } from '../dependencies.ts'

/** Records what the provider's object says. Idempotent: webhooks, commands and the nightly check call it. */

export type BillingDeps = Pick<Dependencies, 'commands'> & { readonly payments: Payments }
type Looked = Decided<SubscriptionState, SubscriptionEvent>

export async function observeSubscription(deps: BillingDeps, subscriptionId: string, context: CommandContext): Promise<Looked | null> {
  const snapshot = await deps.payments.subscription(subscriptionId)
  return snapshot && hearOfSubscription(deps, snapshot, context)
}

export async function hearOfSubscription({ commands }: BillingDeps, snapshot: SubscriptionSnapshot, context: CommandContext) {
  const { userId, subscriptionId } = snapshot
  if (userId === null) return null
  const looking = partOf(context, `look at ${subscriptionId}`)
  return commands.execute(subscriptionAggregate, userId, decideSubscription({ userId, now: context.now, snapshot }), looking)
}

export async function hearOfRefund(
  { commands }: BillingDeps,
  { userId, refund }: { userId: string; refund: RefundSnapshot },
  context: CommandContext,
): Promise<Looked> {
  const looking = partOf(context, `look at ${refund.refundId}`)
  return commands.execute(subscriptionAggregate, userId, decideRefund({ userId, now: context.now, refund }), looking)
}

export async function observeRefund(deps: BillingDeps, refundId: string, context: CommandContext): Promise<void> {
  const found = await deps.payments.refundById(refundId)
  const userId = found && (await deps.payments.subscription(found.subscriptionId))?.userId
  if (found && userId) await hearOfRefund(deps, { userId, refund: found.refund }, context)
}

export async function observeCheckout(deps: BillingDeps, sessionId: string, context: CommandContext): Promise<void> {
  const seen = await deps.payments.checkout(sessionId)
  if (!seen || seen.status === 'open') return
  if (seen.subscriptionId) await observeSubscription(deps, seen.subscriptionId, context)
  const { userId, checkoutId, status } = seen
  if (userId === null || checkoutId === null) return
  const outcome = status === 'complete' ? 'completed' : 'expired'
  const decide = endCheckout({ userId, checkoutId, outcome })
  await deps.commands.execute(subscriptionAggregate, userId, decide, partOf(context, `end of ${checkoutId}`))
}
