import { claimMoneyBack as decide } from '@medicready/domain/billing/money-back'
import { currentPlan, subscription } from '@medicready/domain/billing/subscription'
import type { PlanAfter } from '@medicready/domain/contract/billing'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { isUnavailable } from '@medicready/platform/unavailable'
import { type CommandContext, idFrom, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { planAfter } from './change-plan.ts'
import { type BillingParts, hearOfRefund, observeSubscription } from './observe-provider.ts'

type Claim = FactOf<'MoneyBackClaimed'>['data']

/**
 * Takes the money-back guarantee. Once the claim stands it is carried out, by this process or by the worker, and what
 * both do is done once.
 */
export async function claimMoneyBack(
  parts: BillingParts,
  { userId }: { userId: string },
  context: CommandContext,
): Promise<Outcome<PlanAfter & { refund: { amount: number; currency: string } }>> {
  // What was paid a moment ago and nobody has heard of yet goes back, too.
  const plan = currentPlan((await parts.commands.load(subscription, userId)).state)
  if (plan) await observeSubscription(parts, plan.subscriptionId, { ...context, commandId: idFrom(context, 'before') })
  const { events } = await parts.commands.execute(subscription, userId, decide({ userId, now: context.now }), context)
  const claim = events.find((event) => event.type === 'MoneyBackClaimed')
  if (claim?.type !== 'MoneyBackClaimed') throw new Rejection('moneyBackUsed')
  try {
    await carryOut(parts, claim.data, context)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  const { state, position } = await parts.commands.load(subscription, userId)
  const { amount, currency } = claim.data
  return { answer: { ...planAfter(state), refund: { amount, currency } }, position }
}

async function carryOut(parts: BillingParts, { userId, subscriptionId, payments }: Claim, context: CommandContext): Promise<void> {
  for (const payment of payments) await parts.payments.refund({ userId, ...payment })
  await parts.payments.cancelNow(subscriptionId)
  for (const { paymentId } of payments)
    for (const refund of await parts.payments.refundsOfPayment(paymentId)) await hearOfRefund(parts, { userId, refund }, context)
  await observeSubscription(parts, subscriptionId, { ...context, commandId: idFrom(context, 'end') })
}

/** Carries out what nobody had carried out any more, when their process was killed or the payment provider was away. */
export const carryOutMoneyBack = (
  fact: Recorded<FactOf<'MoneyBackClaimed'>>,
  parts: Pick<WorkerParts, 'commands' | 'payments' | 'clock'>,
): Promise<void> => carryOut(parts, fact.data, reactionContext(fact, parts.clock))
