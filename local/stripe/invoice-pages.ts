import type Stripe from 'stripe'
import { cardForm, readCard, type Typed } from './card-form.ts'
import type { Shown } from './checkout-pages.ts'
import { setDefaultPaymentMethod } from './customers.ts'
import { asDay, html, page } from './html.ts'
import { asMoney, netOf } from './invoice-lines.ts'
import { payInvoice } from './invoice-payments.ts'
import { subscriptionOf } from './invoicing.ts'
import { attach, createCard } from './payment-methods.ts'
import { pdfOf } from './pdf.ts'
import { idOrNull, type Turn } from './turn.ts'

type Invoice = Stripe.Invoice

const states: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Not collected',
}
export const stateOf = ({ status }: Invoice): string => states[String(status)] ?? String(status)

/** The address that is mailed with an invoice: what is on it, and where an open one is paid. */
export function invoicePage(invoice: Invoice, { typed, faults }: { typed?: Typed; faults?: Record<string, string> } = {}): Shown {
  const { currency } = invoice
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const body = html`<h1>Invoice ${invoice.number ?? ''}</h1>
<p class="amount">${asMoney(invoice.amount_due, currency)}</p>
<p><span class="${invoice.status === 'open' ? 'bad' : 'good'}">${stateOf(invoice)}</span> · ${asDay(invoice.created)} · ${invoice.customer_email ?? ''}</p>
<dl>
${invoice.lines.data.map((line) => html`<dt>${line.description ?? ''}</dt><dd>${asMoney(line.amount, currency)}</dd>`)}
${off > 0 ? html`<dt>Discount</dt><dd>−${asMoney(off, currency)}</dd>` : null}
<dt class="total">Total</dt><dd class="total">${asMoney(invoice.total, currency)}</dd>
</dl>
<p><a href="/i/${invoice.id}/pdf">Download as PDF</a></p>
${
  invoice.status === 'open'
    ? html`<h2>Pay by card</h2>${cardForm({
        action: `/i/${invoice.id}`,
        button: `Pay ${asMoney(invoice.amount_due, currency)}`,
        ...(typed && { typed }),
        ...(faults && { faults }),
      })}`
    : null
}`
  return { page: page(`Invoice ${invoice.number ?? ''}`, body), status: faults ? 402 : 200 }
}

export function invoicePdf(invoice: Invoice): string {
  const { currency } = invoice
  return pdfOf([
    `Invoice ${invoice.number ?? ''}`,
    'MedicReady - from the stand-in for Stripe: no real money has moved',
    '',
    `Date: ${asDay(invoice.created)}`,
    `To: ${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}`,
    `State: ${stateOf(invoice)}`,
    '',
    ...invoice.lines.data.map((line) => `${line.description}: ${asMoney(netOf(line), currency)}`),
    '',
    `Total: ${asMoney(invoice.total, currency)}`,
    `Due: ${asMoney(invoice.amount_due, currency)}`,
    `Paid: ${asMoney(invoice.amount_paid, currency)}`,
  ])
}

/** An open invoice is paid by a card, which is taken for what comes after as well. */
export function submitInvoice(turn: Turn, invoice: Invoice, typed: Typed): Shown {
  if (invoice.status !== 'open') return { redirect: `/i/${invoice.id}` }
  const customer = idOrNull(invoice.customer) ?? ''
  const { card, name, faults } = readCard(typed, turn.now(customer))
  if (Object.keys(faults).length > 0) return invoicePage(invoice, { typed, faults })
  const paymentMethod = createCard(turn, { ...card, name, email: invoice.customer_email, isSetUp: true }).id
  attach(turn, paymentMethod, customer)
  const { outcome, intent } = payInvoice(turn, invoice, { offSession: false, paymentMethod })
  if (outcome.kind === 'asks') return { redirect: `/authenticate/${intent?.id}` }
  if (outcome.kind === 'declined') return invoicePage(turn.get('invoice', invoice.id), { typed, faults: { '': outcome.decline.message } })
  useFromNowOn(turn, invoice, paymentMethod)
  return { redirect: `/i/${invoice.id}` }
}

/** The bank was answered. */
export function submitInvoiceAuthentication(turn: Turn, invoice: Invoice, intent: Stripe.PaymentIntent, passed: boolean): Shown {
  const paymentMethod = idOrNull(intent.payment_method)
  if (invoice.status !== 'open' || !paymentMethod) return { redirect: `/i/${invoice.id}` }
  const { outcome } = payInvoice(turn, invoice, { offSession: false, paymentMethod, authentication: passed ? 'passed' : 'failed' })
  if (outcome.kind === 'declined') return invoicePage(turn.get('invoice', invoice.id), { faults: { '': outcome.decline.message } })
  useFromNowOn(turn, invoice, paymentMethod)
  return { redirect: `/i/${invoice.id}` }
}

/** Renewals are paid by this card: of the subscription, and of whatever the customer buys. */
export function useFromNowOn(turn: Turn, invoice: Invoice, paymentMethod: string): void {
  setDefaultPaymentMethod(turn, idOrNull(invoice.customer) ?? '', paymentMethod)
  const subscription = turn.find('subscription', subscriptionOf(invoice) ?? '')
  if (subscription)
    turn.update<'subscription'>('customer.subscription.updated', subscription, { ...subscription, default_payment_method: paymentMethod })
}
