import type Stripe from 'stripe'
import { hasFailed, idOf, instant } from './objects.ts'

export interface Asking {
  ask<Answer>(ask: (stripe: Stripe) => Promise<Answer>): Promise<Answer>
  find<Answer>(ask: (stripe: Stripe) => Promise<Answer>): Promise<Answer | null>
}

export const KIND = 'tutoring'

export interface TutoringCheckout {
  readonly checkoutId: string
  readonly requestId: string
  readonly situation: 'open' | 'paid' | 'expired'
  readonly url: string | null
  readonly expiresAt: string
  readonly payment: { readonly paymentId: string; readonly amount: number; readonly currency: string } | null
}

interface Opening {
  readonly requestId: string
  readonly userId: string
  readonly title: string
  readonly amount: number
  readonly currency: string
  readonly successUrl: string
  readonly cancelUrl: string
  /** The same key gives the same page. */
  readonly key: string
}

export async function openTutoringCheckout(payments: Asking, opening: Opening): Promise<TutoringCheckout> {
  const { requestId, userId, title, amount, currency, successUrl, cancelUrl, key } = opening
  const metadata = { kind: KIND, requestId }
  const session = await payments.ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: userId,
        line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: title } } }],
        metadata,
        payment_intent_data: { metadata },
        success_url: successUrl,
        cancel_url: cancelUrl,
      },
      { idempotencyKey: key },
    ),
  )
  return snapshotOf(session, requestId)
}

export async function tutoringCheckout(payments: Asking, checkoutId: string): Promise<TutoringCheckout | null> {
  const session = await payments.find((stripe) => stripe.checkout.sessions.retrieve(checkoutId))
  const { kind, requestId } = session?.metadata ?? {}
  return session && kind === KIND && requestId !== undefined ? snapshotOf(session, requestId) : null
}

function snapshotOf(session: Stripe.Checkout.Session, requestId: string): TutoringCheckout {
  const { id, status, payment_status, payment_intent, amount_total, currency, expires_at, url } = session
  const paymentId = idOf(payment_intent)
  const isPaid = payment_status === 'paid' && paymentId !== null && amount_total !== null && currency !== null
  return {
    checkoutId: id,
    requestId,
    situation: isPaid ? 'paid' : status === 'open' ? 'open' : 'expired',
    url,
    expiresAt: instant(expires_at),
    payment: isPaid ? { paymentId, amount: amount_total, currency } : null,
  }
}

/** Once per cause: the provider forgets keys after a day, so earlier refunds are looked up. */
export async function refundTutoring(
  payments: Asking,
  { paymentId, requestId, amount, cause }: { paymentId: string; requestId: string; amount: number; cause: string },
  occasion = '',
): Promise<string> {
  const before = await payments.ask((stripe) => stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
  const known = before.data.find(({ metadata }) => metadata?.cause === cause)
  if (known) return known.id
  const refund = await payments.ask((stripe) =>
    stripe.refunds.create(
      { payment_intent: paymentId, amount, reason: 'requested_by_customer', metadata: { kind: KIND, requestId, cause } },
      { idempotencyKey: `tutoring-refund-${cause}${occasion}` },
    ),
  )
  return refund.id
}

export interface FailedRefund {
  readonly refundId: string
  readonly requestId: string
}

const failedRefund = (refund: Stripe.Refund): FailedRefund[] => {
  const { kind, requestId } = refund.metadata ?? {}
  return kind === KIND && requestId !== undefined && hasFailed(refund) ? [{ refundId: refund.id, requestId }] : []
}

export async function failedTutoringRefund(payments: Asking, refundId: string): Promise<FailedRefund | null> {
  const refund = await payments.find((stripe) => stripe.refunds.retrieve(refundId))
  return (refund && failedRefund(refund)[0]) ?? null
}

export async function failedTutoringRefundsSince(payments: Asking, since: string): Promise<FailedRefund[]> {
  const created = { gte: Math.floor(Date.parse(since) / 1_000) }
  const refunds = await payments.ask((stripe) => stripe.refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: 10_000 }))
  return refunds.flatMap(failedRefund)
}
