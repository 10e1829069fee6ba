import type Stripe from 'stripe'
import { couponOf, offOfAll, parted } from './discounts.ts'
import { newId } from './ids.ts'
import { idOrNull, listOf, type Turn } from './turn.ts'

interface Draft {
  readonly subscription: Stripe.Subscription
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual'
  readonly lines: readonly Stripe.InvoiceLineItem[]
  readonly discounts: readonly Stripe.Discount[]
  readonly period: Stripe.InvoiceLineItem.Period
  /** When it is finalized by itself; null when that is done at once. */
  readonly finalizesAt: number | null
}

/** Takes what each discount is worth off the lines that may be discounted, to the cent. */
function discounted(turn: Turn, invoice: string, { lines, discounts }: Draft) {
  const weights = lines.map(({ discountable, amount }) => (discountable ? amount : 0))
  const offs = offOfAll(
    discounts.map((discount) => couponOf(turn, discount)),
    weights.reduce((sum, weight) => sum + weight, 0),
  )
  const shares = offs.map((off) => parted(off, weights))
  return {
    lines: lines.map((line, place) => ({
      ...line,
      invoice,
      discount_amounts: line.discountable ? discounts.map(({ id }, n) => ({ amount: shares[n]?.[place] ?? 0, discount: id })) : [],
    })),
    amounts: discounts.map(({ id }, n) => ({ amount: offs[n] ?? 0, discount: id })),
    off: offs.reduce((sum, off) => sum + off, 0),
  }
}

/** An invoice as a draft: what is on it stands. */
export function draftInvoice(turn: Turn, draft: Draft): Stripe.Invoice {
  const { subscription, reason, discounts, period, finalizesAt } = draft
  const customer = turn.get('customer', idOrNull(subscription.customer) ?? '')
  const id = newId('in')
  const { lines, amounts, off } = discounted(turn, id, draft)
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const total = subtotal - off
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'MedicReady',
    account_tax_ids: null,
    amount_due: Math.max(total, 0),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: Math.max(total, 0),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: finalizesAt !== null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: finalizesAt,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: turn.now(customer.id),
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map((discount) => discount.id),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: finalizesAt,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: customer.test_clock ?? null,
    total,
    total_discount_amounts: amounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  turn.save(invoice)
  turn.save({ ...turn.get('subscription', subscription.id), latest_invoice: id })
  turn.emit('invoice.created', invoice)
  return invoice
}

/** Gives a draft its number, and settles it with the balance of the customer; from here on nothing on it changes. */
export function finalizeInvoice(turn: Turn, draft: Stripe.Invoice): Stripe.Invoice {
  const customer = turn.get('customer', idOrNull(draft.customer) ?? '')
  const now = turn.now(customer.id)
  // A negative balance is the customer's money: a negative total adds to it, a positive one is paid from it first.
  const ending = draft.total < 0 ? customer.balance + draft.total : Math.min(customer.balance + draft.total, 0)
  const due = draft.total < 0 ? 0 : draft.total - (ending - customer.balance)
  const sequence = customer.next_invoice_sequence ?? 1
  turn.save({ ...customer, balance: ending, next_invoice_sequence: sequence + 1, currency: draft.currency })
  const address = `${turn.address}/i/${draft.id}`
  const invoice: Stripe.Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    auto_advance: true,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: ending,
    hosted_invoice_url: address,
    invoice_pdf: `${address}/pdf`,
    next_payment_attempt: null,
    number: `${customer.invoice_prefix ?? 'STANDIN'}-${String(sequence).padStart(4, '0')}`,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  turn.save(invoice)
  turn.emit('invoice.finalized', invoice)
  return invoice
}

/** The subscription that an invoice is for. */
export const subscriptionOf = (invoice: Stripe.Invoice): string | null =>
  idOrNull(invoice.parent?.subscription_details?.subscription ?? null)
