import type { DisputeSnapshot } from '@medicready/domain/billing/dispute'
import type Stripe from 'stripe'
import { idOf, instant } from './objects.ts'
import type { Payments } from './payments.ts'
import { KIND } from './tutoring-payments.ts'

type Disputed = Omit<DisputeSnapshot, 'userId' | 'product' | 'subscriptionId' | 'requestId'> & {
  readonly subscription: { readonly subscriptionId: string; readonly invoiceId: string } | null
  readonly requestId: string | null
}

const outcomes: Readonly<Record<string, DisputeSnapshot['outcome']>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
}

export async function disputeById(payments: Payments, disputeId: string): Promise<Disputed | null> {
  const dispute = await payments.find((stripe) => stripe.disputes.retrieve(disputeId))
  return dispute && ofPayment(payments, dispute)
}

export async function disputesSince(payments: Payments, since: string): Promise<Disputed[]> {
  const created = { gte: Math.floor(Date.parse(since) / 1_000) }
  const disputes = await payments.ask((stripe) => stripe.disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: 10_000 }))
  return Promise.all(disputes.map((dispute) => ofPayment(payments, dispute)))
}

async function ofPayment(payments: Payments, dispute: Stripe.Dispute): Promise<Disputed> {
  const { id: disputeId, amount, currency, reason, evidence_details, balance_transactions, created, status } = dispute
  const paymentId = idOf(dispute.payment_intent)
  return {
    disputeId,
    amount,
    currency,
    reason,
    respondBy: evidence_details.due_by === null ? null : instant(evidence_details.due_by),
    openedAt: instant(created),
    withdrawn: 0 - balance_transactions.reduce((sum, moved) => sum + moved.amount, 0),
    outcome: outcomes[status] ?? null,
    ...(paymentId === null ? { subscription: null, requestId: null } : await whatWasPaid(payments, paymentId)),
  }
}

async function whatWasPaid(payments: Payments, paymentId: string): Promise<Pick<Disputed, 'subscription' | 'requestId'>> {
  const { metadata } = await payments.ask((stripe) => stripe.paymentIntents.retrieve(paymentId))
  if (metadata.kind === KIND) return { subscription: null, requestId: metadata.requestId ?? null }
  return { subscription: await payments.invoicePaidBy(paymentId), requestId: null }
}
