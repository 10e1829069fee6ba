import { claimMoneyBack as decide, refuseMoneyBack } from '@medicready/domain/billing/plan-commands'
import { currentPlan, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type Payments, RefundRefused } from '@medicready/platform/payments/payments'
import { isUnavailable } from '@medicready/platform/retry'
import { type CommandContext, partOf, reactionContext } from '../command-context.ts'
import type { WorkerDeps } from '../worker/definitions.ts'
import { planAfter } from './change-plan.ts'
import { type BillingDeps, hearOfRefund, observeSubscription } from './observe-provider.ts'

type Claim = FactOf<'MoneyBackClaimed'>['data']

/** Once the claim is recorded, this process or the worker carries it out, idempotently. */
export async function claimMoneyBack(deps: BillingDeps, { userId }: { userId: string }, context: CommandContext) {
  // Includes a payment whose event has not arrived yet.
  const plan = currentPlan((await deps.commands.load(subscriptionAggregate, userId)).state)
  if (plan) await observeSubscription(deps, plan.subscriptionId, partOf(context, 'before'))
  const { events } = await deps.commands.execute(subscriptionAggregate, userId, decide({ userId, now: context.now }), context)
  const claim = events.find((event) => event.type === 'MoneyBackClaimed')
  if (claim?.type !== 'MoneyBackClaimed') throw new Rejection('moneyBackUsed')
  try {
    await carryOut(deps, claim.data, context)
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  const { state } = await deps.commands.load(subscriptionAggregate, userId, context)
  const { amount, currency } = claim.data
  const isDelayed = state.refusedMoneyBack !== null
  return { ...planAfter(state), refund: { amount, currency, isDelayed } }
}

type Refunded = Pick<Claim, 'userId' | 'subscriptionId' | 'currency' | 'payments'>

/** The plan ends even if a payment cannot be refunded; an administrator handles that. */
async function carryOut(deps: BillingDeps, claim: Refunded, context: CommandContext, occasion = ''): Promise<void> {
  const { userId, subscriptionId, currency, payments } = claim
  const refused: Claim['payments'] = []
  for (const payment of payments) if (!(await isRefunded(deps, { userId, ...payment }, occasion))) refused.push(payment)
  await deps.payments.cancelNow(subscriptionId)
  for (const { paymentId } of payments)
    for (const refund of await deps.payments.refundsOfPayment(paymentId)) await hearOfRefund(deps, { userId, refund }, context)
  await observeSubscription(deps, subscriptionId, partOf(context, 'end'))
  const refusing = refuseMoneyBack({ userId, subscriptionId, currency, payments: refused, refusal: 'disputed', at: context.now })
  await deps.commands.execute(subscriptionAggregate, userId, refusing, partOf(context, 'refuse'))
}

async function isRefunded({ payments }: BillingDeps, payment: Parameters<Payments['refund']>[0], occasion: string): Promise<boolean> {
  try {
    await payments.refund(payment, occasion)
    return true
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    return false
  }
}

export async function refundAfterDispute(fact: RecordedFact<'DisputeClosed'>, deps: BillingDeps, context: CommandContext) {
  const { userId, disputeId, subscriptionId } = fact.data
  const { refusedMoneyBack } = (await deps.commands.load(subscriptionAggregate, userId)).state
  if (refusedMoneyBack?.subscriptionId === subscriptionId) await carryOut(deps, refusedMoneyBack, context, `-after-${disputeId}`)
}

export const carryOutMoneyBack = (
  fact: RecordedFact<'MoneyBackClaimed'>,
  deps: Pick<WorkerDeps, 'commands' | 'payments' | 'clock'>,
): Promise<void> => carryOut(deps, fact.data, reactionContext(fact, deps.clock))
