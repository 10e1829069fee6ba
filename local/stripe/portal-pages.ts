import type Stripe from 'stripe'
import { cardForm, readCard, type Typed } from './card-form.ts'
import type { Shown } from './checkout-pages.ts'
import { setDefaultPaymentMethod } from './customers.ts'
import { asDay, type Html, html, page } from './html.ts'
import { asMoney } from './invoice-lines.ts'
import { stateOf } from './invoice-pages.ts'
import { attach, createCard, paymentMethodOf } from './payment-methods.ts'
import { featuresFor } from './portal.ts'
import { productName } from './prorations.ts'
import { endSubscription } from './subscription-ends.ts'
import { changeCancellation } from './subscriptions.ts'
import type { Turn } from './turn.ts'

type Session = Stripe.BillingPortal.Session
type Subscription = Stripe.Subscription

const by = (customer: string) => [{ path: 'customer', is: 'in' as const, values: [customer] }]
const running = (turn: Turn, customer: string): Subscription[] =>
  turn.storage.all('subscription', by(customer)).filter(({ ended_at }) => ended_at === null)

/** Where customers look after what they pay for. */
export function portalPage(turn: Turn, session: Session, state: { typed?: Typed; faults?: Record<string, string> } = {}): Shown {
  const features = featuresFor(turn, session)
  const subscriptions = running(turn, session.customer)
  const invoices = turn.storage.all('invoice', by(session.customer)).filter(({ status }) => status !== 'draft')
  const body = html`<h1>Your billing</h1>
${session.return_url ? html`<p><a href="${session.return_url}">Return to MedicReady</a></p>` : null}
<h2>Subscription</h2>
${subscriptions.length === 0 ? html`<p>There is no subscription at the moment.</p>` : null}
${subscriptions.map((subscription) => subscriptionPart(turn, session, subscription))}
${features.payment_method_update.enabled ? cardPart(turn, session, state) : null}
${features.invoice_history.enabled ? invoicesPart(invoices) : null}`
  return { page: page('Your billing', body, { isWide: true }), status: state.faults ? 402 : 200 }
}

function subscriptionPart(turn: Turn, session: Session, subscription: Subscription): Html {
  const { subscription_cancel } = featuresFor(turn, session)
  const [item] = subscription.items.data
  if (!item) return html``
  const { price, current_period_end } = item
  const next = subscription.cancel_at_period_end
    ? html`It ends on <strong>${asDay(current_period_end)}</strong>.`
    : html`It renews on <strong>${asDay(current_period_end)}</strong>.`
  const action = (name: string, label: string) => html`<form method="post" action="/p/session/${session.id}/${name}">
<input type="hidden" name="subscription" value="${subscription.id}"><button class="second">${label}</button></form>`
  return html`<p><strong>${productName(turn, price)}</strong>, ${asMoney(price.unit_amount ?? 0, price.currency)} a ${price.recurring?.interval ?? ''}.
${next}</p>
${subscription.status === 'past_due' ? html`<p class="bad">The last payment failed. Update your card, and pay the open invoice below.</p>` : null}
${subscription.cancel_at_period_end ? action('resume', 'Do not cancel') : subscription_cancel.enabled ? action('cancel', 'Cancel the subscription') : null}`
}

function cardPart(turn: Turn, session: Session, { typed, faults }: { typed?: Typed; faults?: Record<string, string> }): Html {
  const [subscription = null] = running(turn, session.customer)
  const current = turn.find('payment_method', paymentMethodOf(turn, session.customer, subscription) ?? '')?.card
  return html`<h2>Card</h2>
${current ? html`<p><span class="brand">${current.brand}</span> ending in ${current.last4}, good until ${current.exp_month}/${current.exp_year}</p>` : html`<p>No card is kept.</p>`}
<details ${faults ? html`open` : null}><summary>Update the card</summary>
${cardForm({ action: `/p/session/${session.id}/card`, button: 'Save the card', ...(typed && { typed }), ...(faults && { faults }) })}
</details>`
}

function invoicesPart(invoices: readonly Stripe.Invoice[]): Html {
  if (invoices.length === 0) return html`<h2>Invoices</h2><p>There are none yet.</p>`
  return html`<h2 id="invoices">Invoices</h2>
<div class="scrolls" tabindex="0" role="region" aria-labelledby="invoices"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Invoice</th></tr></thead>
<tbody>${invoices.map(
    (invoice) => html`<tr><td>${asDay(invoice.created)}</td><td>${asMoney(invoice.total, invoice.currency)}</td><td>${stateOf(invoice)}</td>
<td><a href="/i/${invoice.id}">${invoice.status === 'open' ? 'Pay' : 'View'} ${invoice.number ?? ''}</a></td></tr>`,
  )}</tbody></table></div>`
}

/** A new card for everything that runs, and for what comes. */
export function submitPortalCard(turn: Turn, session: Session, typed: Typed): Shown {
  if (!featuresFor(turn, session).payment_method_update.enabled) return portalPage(turn, session)
  const { card, name, faults } = readCard(typed, turn.now(session.customer))
  if (Object.keys(faults).length > 0) return portalPage(turn, session, { typed, faults })
  const { email } = turn.get('customer', session.customer)
  const { id } = createCard(turn, { ...card, name, email, isSetUp: true })
  attach(turn, id, session.customer)
  setDefaultPaymentMethod(turn, session.customer, id)
  for (const subscription of running(turn, session.customer))
    turn.update<'subscription'>('customer.subscription.updated', subscription, { ...subscription, default_payment_method: id })
  return { redirect: `/p/session/${session.id}` }
}

/** Cancels as the configuration has it, or takes a cancellation back. */
export function submitCancellation(turn: Turn, session: Session, { subscription: id = '' }: Typed, action: 'cancel' | 'resume'): Shown {
  const { subscription_cancel } = featuresFor(turn, session)
  const subscription = running(turn, session.customer).find((one) => one.id === id)
  if (subscription && action === 'resume') changeCancellation(turn, subscription, false)
  else if (subscription && subscription_cancel.enabled) {
    if (subscription_cancel.mode === 'immediately') endSubscription(turn, subscription, { reason: 'cancellation_requested' })
    else changeCancellation(turn, subscription, true)
  }
  return { redirect: `/p/session/${session.id}` }
}
