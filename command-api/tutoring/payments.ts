import { disputeAggregate } from '@medicready/domain/billing/dispute'
import type { Recorded } from '@medicready/domain/core/event'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { FactOf, RecordedFact } from '@medicready/domain/events'
import { Rejection } from '@medicready/domain/refusals/rejection'
import {
  mendRefund as decideMend,
  losePayment,
  openCheckout,
  type PromisedRefund,
  priceToPay,
  promisedRefund,
  recordFailedRefund,
  recordPayment,
  recordRefund,
  recordRefusedRefund,
  startCheckout,
} from '@medicready/domain/tutoring/decide-request'
import { TUTORING_CURRENCY } from '@medicready/domain/tutoring/shown/rules'
import { type RequestState, refundById, type TutoringPrice, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { RefundRefused } from '@medicready/platform/payments/payments'
import {
  type Asking,
  type FailedRefund,
  failedTutoringRefund,
  failedTutoringRefundsSince,
  openTutoringCheckout,
  refundTutoring,
  type TutoringCheckout,
  tutoringCheckout,
} from '@medicready/platform/payments/tutoring-payments'
import { unpaidRequests } from '@medicready/projector/read-models/tutoring/tutoring-queries'
import { type CommandContext, ownContext, partOf, reactionContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { RetryLater, type WorkerDeps } from '../worker/definitions.ts'
import { doneWith } from '../worker/shown.ts'

interface Paying {
  readonly payments: Asking
}

const titleOf = ({ sessions }: TutoringPrice): string =>
  sessions === 1 ? 'Tutoring: one session of one hour' : `Tutoring: ${sessions} sessions of one hour each`

export async function payRequest(
  deps: Pick<Dependencies, 'commands'> & Paying & { readonly publicUrl: string },
  { requestId, userId }: { readonly requestId: string; readonly userId: string },
  context: CommandContext,
): Promise<{ readonly url: string; readonly amount: number; readonly currency: string }> {
  const { commands, payments, publicUrl } = deps
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  const who = { as: 'student', by: userId, at: context.now } as const
  const price = priceToPay(state, who)
  const { amount, currency } = price
  const before = openCheckout(state, context.now)
  const known = before === null ? null : await tutoringCheckout(payments, before)
  if (known?.situation === 'paid') {
    await observeCheckout(deps, known, context)
    throw new Rejection('tutoringPaid')
  }
  if (known?.situation === 'open' && known.url !== null) return { url: known.url, amount, currency }
  const { checkoutId, url, expiresAt } = await openTutoringCheckout(payments, {
    requestId,
    userId,
    title: titleOf(price),
    amount,
    currency,
    successUrl: new URL('/tutoring?payment=done', publicUrl).href,
    cancelUrl: new URL('/tutoring?payment=cancelled', publicUrl).href,
    key: `tutoring-checkout-${requestId}-${state.checkouts}`,
  })
  const decide = startCheckout({ ...who, checkoutId, expiresAt })
  await commands.execute(tutoringRequestAggregate, requestId, decide, context)
  if (url === null) throw new Rejection('conflict')
  return { url, amount, currency }
}

async function observeCheckout(
  { commands }: Pick<Dependencies, 'commands'>,
  { checkoutId, requestId, payment }: TutoringCheckout,
  context: CommandContext,
): Promise<boolean> {
  if (!payment) return false
  const decide = recordPayment({ at: context.now, checkoutId, ...payment })
  const { events } = await commands.execute(tutoringRequestAggregate, requestId, decide, context)
  return events.length > 0
}

type PaymentDeps = Pick<WorkerDeps, 'commands' | 'clock'> & Paying

/** The provider only says that something has happened; the current state is asked for. */
export async function observePayment(fact: RecordedFact<'StripeEventReceived'>, deps: PaymentDeps): Promise<void> {
  const { kind, objectId } = fact.data
  if (!kind.startsWith('checkout.session.') || objectId === null) return
  const checkout = await tutoringCheckout(deps.payments, objectId)
  if (checkout) await observeCheckout(deps, checkout, reactionContext(fact, deps.clock))
}

const LOOKING_DAYS = 30

export async function findPayments(deps: PaymentDeps & Pick<WorkerDeps, 'sql' | 'signal'>): Promise<{ found: number }> {
  const { commands, payments, sql, clock, signal } = deps
  const unpaid = await unpaidRequests(sql, hoursAfter(clock(), -24 * LOOKING_DAYS))
  const found = await doneWith(unpaid, signal, async ({ id }) => {
    const { paid, checkout: begun } = (await commands.load(tutoringRequestAggregate, id)).state
    const checkout = begun === null || paid ? null : await tutoringCheckout(payments, begun.checkoutId)
    return checkout !== null && observeCheckout(deps, checkout, ownContext('worker', clock))
  })
  return { found }
}

type Promising = FactOf<'TutoringSessionCancelled' | 'TutoringSessionDropped' | 'TutoringRequestCancelled' | 'TutoringRequestClosed'>

/** Once, recording the refund or the provider's refusal. */
export async function payBack(fact: Recorded<Promising>, deps: PaymentDeps): Promise<void> {
  const { state } = await deps.commands.load(tutoringRequestAggregate, fact.data.requestId)
  const promised = promisedRefund(fact.id, fact, state)
  if (!promised || state.refunds.has(fact.id)) return
  await refund(deps, { state, promised, occasion: '' }, reactionContext(fact, deps.clock))
}

interface Refunding {
  readonly state: RequestState
  readonly promised: PromisedRefund
  readonly occasion: string
}

async function refund({ commands, payments }: PaymentDeps, { state, promised, occasion }: Refunding, context: CommandContext) {
  const { paid, requestId } = state
  if (!paid) return
  const { amount, cause } = promised
  const asked = refundTutoring(payments, { paymentId: paid.paymentId, requestId, amount, cause }, occasion)
  const at = context.now
  const decide = await asked.then(
    (refundId) => recordRefund({ ...promised, refundId, at }),
    (error: unknown) => {
      if (!(error instanceof RefundRefused)) throw error
      return recordRefusedRefund({ ...promised, refusal: error.reason, at })
    },
  )
  await commands.execute(tutoringRequestAggregate, requestId, decide, partOf(context, `refund ${cause}`))
}

/** If lost, the payment is gone and what it was for ends; if won, promised refunds are made after all. */
export async function settleDisputedTutoring(fact: RecordedFact<'DisputeClosed'>, deps: PaymentDeps): Promise<void> {
  const { commands, clock } = deps
  const { disputeId, outcome, product } = fact.data
  if (product !== 'tutoring') return
  const { requestId } = (await commands.load(disputeAggregate, disputeId)).state
  if (requestId === null) return
  const context = reactionContext(fact, clock)
  if (outcome === 'lost') {
    await commands.execute(tutoringRequestAggregate, requestId, losePayment({ disputeId, at: context.now }), context)
    return
  }
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  for (const { standing, cause, sessionId, amount, fee } of state.refunds.values())
    if (standing === 'refused')
      await refund(deps, { state, promised: { cause, sessionId, amount, fee }, occasion: `-after-${disputeId}` }, context)
}

async function hearOf({ commands, clock }: PaymentDeps, { requestId, refundId }: FailedRefund, context: CommandContext): Promise<number> {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  if (state.situation === 'none') return 0
  if (!refundById(state, refundId)) throw new RetryLater('The refund may be about to be recorded.')
  const { events } = await commands.execute(tutoringRequestAggregate, requestId, recordFailedRefund({ refundId, at: clock() }), context)
  return events.length
}

/** The provider only says that something has happened; the current state is asked for. */
export async function observeRefund(fact: RecordedFact<'StripeEventReceived'>, deps: PaymentDeps): Promise<void> {
  const { objectKind, objectId } = fact.data
  if (objectKind !== 'refund' || objectId === null) return
  const failed = await failedTutoringRefund(deps.payments, objectId)
  if (failed) await hearOf(deps, failed, reactionContext(fact, deps.clock))
}

const REFUND_LOOKING_DAYS = 90

export async function findFailedRefunds(deps: PaymentDeps & Pick<WorkerDeps, 'signal'>): Promise<{ found: number }> {
  const refunds = await failedTutoringRefundsSince(deps.payments, hoursAfter(deps.clock(), -24 * REFUND_LOOKING_DAYS))
  const hear = (failed: FailedRefund) => hearOf(deps, failed, ownContext('worker', deps.clock))
  return { found: await doneWith(refunds, deps.signal, hear) }
}

interface Mending {
  readonly requestId: string
  readonly refundId: string
  readonly by: string
  readonly reason: string
}

export async function mendRefund(
  { commands }: Pick<Dependencies, 'commands'>,
  { requestId, ...mending }: Mending,
  context: CommandContext,
) {
  const { refundId } = mending
  const decide = decideMend({ ...mending, at: context.now })
  const { state } = await commands.execute(tutoringRequestAggregate, requestId, decide, context)
  const refund = refundById(state, refundId)
  return { refundId, amount: refund?.amount ?? 0, currency: refund?.currency ?? TUTORING_CURRENCY }
}
