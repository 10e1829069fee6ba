import { claimMoneyBack as decide, refuseMoneyBack } from '@medicready/domain/billing/plan-commands'
import { currentPlan, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type Payments, RefundRefused } from '@medicready/platform/payments/payments'
import { isUnavailable } from '@medicready/platform/retry'
import { type CommandContext, partOf, reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/definitions.ts'
import { planAfter } from './change-plan.ts'
import { type BillingParts, hearOfRefund, observeSubscription } from './observe-provider.ts'

type Claim = FactOf<'MoneyBackClaimed'>['data']

/** Once the claim is recorded, this process or the worker carries it out, idempotently. */
export async function claimMoneyBack(parts: BillingParts, { userId }: { userId: string }, context: CommandContext) {
  // Includes a payment whose event has not arrived yet.
  const plan = currentPlan((await parts.commands.load(subscriptionAggregate, userId)).state)
  if (plan) await observeSubscription(parts, plan.subscriptionId, partOf(context, 'before'))
  const { events } = await parts.commands.execute(subscriptionAggregate, userId, decide({ userId, now: context.now }), context)
  const claim = events.find((event) => event.type === 'MoneyBackClaimed')
  if (claim?.type !== 'MoneyBackClaimed') throw new Rejection('moneyBackUsed')
  try {
    await carryOut(parts, claim.data, context)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  const { state } = await parts.commands.load(subscriptionAggregate, userId, context)
  const { amount, currency } = claim.data
  const isDelayed = state.refusedMoneyBack !== null
  return { ...planAfter(state), refund: { amount, currency, isDelayed } }
}

type Refunded = Pick<Claim, 'userId' | 'subscriptionId' | 'currency' | 'payments'>

/** The plan ends even if a payment cannot be refunded; an administrator handles that. */
async function carryOut(parts: BillingParts, claim: Refunded, context: CommandContext, occasion = ''): Promise<void> {
  const { userId, subscriptionId, currency, payments } = claim
  const refused: Claim['payments'] = []
  for (const payment of payments) if (!(await isRefunded(parts, { userId, ...payment }, occasion))) refused.push(payment)
  await parts.payments.cancelNow(subscriptionId)
  for (const { paymentId } of payments)
    for (const refund of await parts.payments.refundsOfPayment(paymentId)) await hearOfRefund(parts, { userId, refund }, context)
  await observeSubscription(parts, subscriptionId, partOf(context, 'end'))
  const refusing = refuseMoneyBack({ userId, subscriptionId, currency, payments: refused, refusal: 'disputed', at: context.now })
  await parts.commands.execute(subscriptionAggregate, userId, refusing, partOf(context, 'refuse'))
}

async function isRefunded({ payments }: BillingParts, payment: Parameters<Payments['refund']>[0], occasion: string): Promise<boolean> {
  try {
    await payments.refund(payment, occasion)
    return true
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    return false
  }
}

export async function refundAfterDispute(fact: RecordedFact<'DisputeClosed'>, parts: BillingParts, context: CommandContext) {
  const { userId, disputeId, subscriptionId } = fact.data
  const { refusedMoneyBack } = (await parts.commands.load(subscriptionAggregate, userId)).state
  if (refusedMoneyBack?.subscriptionId === subscriptionId) await carryOut(parts, refusedMoneyBack, context, `-after-${disputeId}`)
}

export const carryOutMoneyBack = (
  fact: RecordedFact<'MoneyBackClaimed'>,
  parts: Pick<WorkerParts, 'commands' | 'payments' | 'clock'>,
): Promise<void> => carryOut(parts, fact.data, reactionContext(fact, parts.clock))
