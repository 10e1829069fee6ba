import type { CheckoutSnapshot, InvoiceSnapshot, RefundSnapshot, SubscriptionSnapshot } from '@medicready/domain/billing/snapshots'
import Stripe from 'stripe'
import type { TierOfProduct } from './prices.ts'

/** The one place that knows the shapes of Stripe's objects. */

export const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** The provider counts in seconds. */
export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const isProblem = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code

const instantOrNull = (seconds: number | null): string | null => (seconds === null ? null : instant(seconds))
const sumOf = (amounts: readonly { readonly amount: number }[] | null): number =>
  (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

export function checkoutOf(session: Stripe.Checkout.Session): CheckoutSnapshot {
  const { metadata, status } = session
  return {
    sessionId: session.id,
    status: (['complete', 'expired'] as const).find((ended) => ended === status) ?? 'open',
    url: session.url,
    userId: metadata?.userId ?? null,
    checkoutId: metadata?.checkoutId ?? null,
    subscriptionId: idOf(session.subscription),
  }
}

export function subscriptionOf(
  found: Stripe.Subscription,
  invoices: readonly InvoiceSnapshot[],
  tierOf: TierOfProduct,
): SubscriptionSnapshot {
  const [item] = found.items.data
  if (!item) throw new Error(`Subscription ${found.id} is of nothing`)
  return {
    subscriptionId: found.id,
    customerId: idOf(found.customer) ?? '',
    userId: found.metadata.userId ?? null,
    checkoutId: found.metadata.checkoutId ?? null,
    code: found.metadata.code ?? null,
    hasEnded: found.status === 'canceled' || found.status === 'incomplete_expired',
    endedAt: instantOrNull(found.ended_at),
    endsAt: found.cancel_at_period_end ? instant(item.current_period_end) : instantOrNull(found.cancel_at),
    next: { itemId: item.id, tier: tierOf(idOf(item.price.product)), priceId: item.price.id },
    currency: found.currency,
    invoices,
  }
}

const kinds: Readonly<Record<string, InvoiceSnapshot['kind']>> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
}
const statuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const

export function invoiceOf(invoice: Stripe.Invoice, tierOf: TierOfProduct): InvoiceSnapshot {
  const lines = invoice.lines.data.map((line) => lineOf(line, tierOf))
  const { status_transitions: at, payments } = invoice
  const payment = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent ?? null
  return {
    invoiceId: invoice.id,
    number: invoice.number,
    kind: kinds[invoice.billing_reason ?? ''] ?? 'other',
    status: statuses.find((status) => status === invoice.status) ?? 'draft',
    plan: planOf(invoice.lines.data, tierOf),
    currency: invoice.currency,
    subtotal: invoice.subtotal,
    discount: sumOf(invoice.total_discount_amounts),
    tax: sumOf(invoice.total_taxes),
    taxes: (invoice.total_taxes ?? []).map((tax) => ({
      amount: tax.amount,
      taxableAmount: tax.taxable_amount,
      isInclusive: tax.tax_behavior === 'inclusive',
      reason: tax.taxability_reason,
    })),
    lines,
    amountPaid: invoice.amount_paid,
    amountDue: invoice.amount_due,
    attempts: invoice.attempt_count,
    invoicedAt: invoicedAt(invoice),
    since: instant(at.finalized_at ?? invoice.created),
    paidAt: instantOrNull(at.paid_at),
    paymentId: idOf(payment),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  }
}

/** Within one second, a subscription's first invoice comes before later ones. */
const invoicedAt = ({ created, billing_reason }: Stripe.Invoice): string =>
  new Date(created * 1000 + (billing_reason === 'subscription_create' ? 0 : 1)).toISOString()

const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

const tierOfLine = (line: Stripe.InvoiceLineItem, tierOf: TierOfProduct) => tierOf(line.pricing?.price_details?.product ?? null)

const lineOf = (line: Stripe.InvoiceLineItem, tierOf: TierOfProduct): InvoiceSnapshot['lines'][number] => ({
  tier: tierOfLine(line, tierOf),
  amount: line.amount,
  discount: sumOf(line.discount_amounts),
  tax: sumOf(line.taxes),
  isProration: isProration(line),
  periodStart: instant(line.period.start),
  periodEnd: instant(line.period.end),
})

function planOf(lines: readonly Stripe.InvoiceLineItem[], tierOf: TierOfProduct): InvoiceSnapshot['plan'] {
  const bought = lines.filter((line) => line.amount >= 0 && tierOfLine(line, tierOf) !== null)
  const line = bought.findLast((each) => !isProration(each)) ?? bought.at(-1)
  const tier = line && tierOfLine(line, tierOf)
  if (!line || !tier) return null
  const monthlyAmount = Math.round(Number(line.pricing?.unit_amount_decimal ?? line.amount))
  return { tier, monthlyAmount, periodStart: instant(line.period.start), periodEnd: instant(line.period.end) }
}

export const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

export const refundOf = (refund: Stripe.Refund, invoiceId: string): RefundSnapshot => ({
  refundId: refund.id,
  invoiceId,
  amount: refund.amount,
  currency: refund.currency,
  hasFailed: hasFailed(refund),
  isMoneyBack: refund.metadata?.cause === 'moneyBack',
  issuedAt: instant(refund.created),
})
