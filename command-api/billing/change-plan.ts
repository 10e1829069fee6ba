import { overdueInvoice } from '@medicready/domain/billing/plan-commands'
import { isAbove, type PaidTier, type Tier } from '@medicready/domain/billing/shown/tiers'
import type { SubscriptionSnapshot } from '@medicready/domain/billing/snapshots'
import { currentPlan, type PaidPlan, type SubscriptionState, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { PlanAfter } from '@medicready/domain/contract/billing/billing'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { PaymentDeclined } from '@medicready/platform/payments/payments'
import type { CommandContext } from '../command-context.ts'
import { type BillingDeps, observeSubscription } from './observe-provider.ts'

export const planAfter = (state: SubscriptionState): PlanAfter => {
  const plan = currentPlan(state)
  return { subscriptionTier: state.tier, endsAt: plan?.endsAt ?? null, changesTo: plan?.changesTo ?? null }
}

async function planOf({ commands }: BillingDeps, userId: string): Promise<{ plan: PaidPlan; state: SubscriptionState }> {
  const { state } = await commands.load(subscriptionAggregate, userId)
  const plan = currentPlan(state)
  if (!plan) throw new Rejection('noPlan')
  return { plan, state }
}

async function asItIsNow(
  deps: BillingDeps,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
  context: CommandContext,
): Promise<PlanAfter> {
  const { state } =
    (await observeSubscription(deps, subscriptionId, context)) ?? (await deps.commands.load(subscriptionAggregate, userId, context))
  return planAfter(state)
}

export async function endWithPeriod(deps: BillingDeps, { userId, ends }: { userId: string; ends: boolean }, context: CommandContext) {
  const { plan } = await planOf(deps, userId)
  const { subscriptionId } = plan
  if ((plan.endsAt !== null) !== ends) await deps.payments.cancelAtPeriodEnd(subscriptionId, ends, `ends-${ends}-${context.commandId}`)
  return asItIsNow(deps, { userId, subscriptionId }, context)
}

/** A larger plan begins at once, with the rest of the period charged; a smaller one with the next period. */
export async function changePlan(deps: BillingDeps, { userId, tier }: { userId: string; tier: Tier }, context: CommandContext) {
  const { state } = await deps.commands.load(subscriptionAggregate, userId)
  const plan = currentPlan(state)
  if (!plan) throw new Rejection(tier === 'free' && state.tier === 'free' ? 'alreadyFree' : 'noPlan')
  if (tier === 'free') return endWithPeriod(deps, { userId, ends: true }, context)
  const { subscriptionId } = plan
  const snapshot = await deps.payments.subscription(subscriptionId)
  if (!snapshot || snapshot.hasEnded) {
    await observeSubscription(deps, subscriptionId, context)
    throw new Rejection('noPlan')
  }
  if (isAbove(tier, plan.paid.tier) && overdueInvoice(state)) throw new Rejection('paymentOverdue')
  if (snapshot.endsAt !== null) await deps.payments.cancelAtPeriodEnd(subscriptionId, false, `goes-on-${context.commandId}`)
  if (snapshot.next.tier !== tier) await changeTo(deps, tier, plan, snapshot, context)
  return asItIsNow(deps, { userId, subscriptionId }, context)
}

async function changeTo(
  { payments }: BillingDeps,
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
