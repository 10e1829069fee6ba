import { overdueInvoice } from '@medicready/domain/billing/plan-commands'
import type { SubscriptionSnapshot } from '@medicready/domain/billing/snapshots'
import { currentPlan, type PaidPlan, type SubscriptionState, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import { isAbove, type PaidTier, type Tier } from '@medicready/domain/billing/tiers'
import type { PlanAfter } from '@medicready/domain/contract/billing/billing'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { PaymentDeclined } from '@medicready/platform/payments/payments'
import type { CommandContext } from '../command-context.ts'
import { type BillingParts, observeSubscription } from './observe-provider.ts'

export const planAfter = (state: SubscriptionState): PlanAfter => {
  const plan = currentPlan(state)
  return { subscriptionTier: state.tier, endsAt: plan?.endsAt ?? null, changesTo: plan?.changesTo ?? null }
}

async function planOf({ commands }: BillingParts, userId: string): Promise<{ plan: PaidPlan; state: SubscriptionState }> {
  const { state } = await commands.load(subscriptionAggregate, userId)
  const plan = currentPlan(state)
  if (!plan) throw new Rejection('noPlan')
  return { plan, state }
}

async function asItIsNow(
  parts: BillingParts,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
  context: CommandContext,
): Promise<PlanAfter> {
  const { state } =
    (await observeSubscription(parts, subscriptionId, context)) ?? (await parts.commands.load(subscriptionAggregate, userId, context))
  return planAfter(state)
}

export async function endWithPeriod(parts: BillingParts, { userId, ends }: { userId: string; ends: boolean }, context: CommandContext) {
  const { plan } = await planOf(parts, userId)
  const { subscriptionId } = plan
  if ((plan.endsAt !== null) !== ends) await parts.payments.cancelAtPeriodEnd(subscriptionId, ends, `ends-${ends}-${context.commandId}`)
  return asItIsNow(parts, { userId, subscriptionId }, context)
}

/** A larger plan begins at once, with the rest of the period charged; a smaller one with the next period. */
export async function changePlan(parts: BillingParts, { userId, tier }: { userId: string; tier: Tier }, context: CommandContext) {
  const { state } = await parts.commands.load(subscriptionAggregate, userId)
  const plan = currentPlan(state)
  if (!plan) throw new Rejection(tier === 'free' && state.tier === 'free' ? 'alreadyFree' : 'noPlan')
  if (tier === 'free') return endWithPeriod(parts, { userId, ends: true }, context)
  const { subscriptionId } = plan
  const snapshot = await parts.payments.subscription(subscriptionId)
  if (!snapshot || snapshot.hasEnded) {
    await observeSubscription(parts, subscriptionId, context)
    throw new Rejection('noPlan')
  }
  if (isAbove(tier, plan.paid.tier) && overdueInvoice(state)) throw new Rejection('paymentOverdue')
  if (snapshot.endsAt !== null) await parts.payments.cancelAtPeriodEnd(subscriptionId, false, `goes-on-${context.commandId}`)
  if (snapshot.next.tier !== tier) await changeTo(parts, tier, plan, snapshot, context)
  return asItIsNow(parts, { userId, subscriptionId }, context)
}

async function changeTo(
  { payments }: BillingParts,
  tier: PaidTier,
  { subscriptionId, paid }: PaidPlan,
  { next: { itemId } }: SubscriptionSnapshot,
  { commandId }: CommandContext,
): Promise<void> {
  const { priceId } = await payments.prices.of(tier)
  const atOnce = isAbove(tier, paid.tier)
  try {
    await payments.changePrice({ subscriptionId, itemId, priceId, atOnce, key: `change-${tier}-${commandId}` })
  } catch (error) {
    throw error instanceof PaymentDeclined ? new Rejection('paymentRefused') : error
  }
}
