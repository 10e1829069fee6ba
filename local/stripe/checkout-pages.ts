import type Stripe from 'stripe'
import { cardForm, readBuyer, readCard, type Typed } from './card-form.ts'
import { enterCode, linesOf, wantedOf, withDiscounts } from './checkout.ts'
import { authenticateCheckout, type Paying, payCheckout } from './checkout-payment.ts'
import { couponFor } from './discounts.ts'
import { type Html, html, page } from './html.ts'
import { asMoney } from './invoice-lines.ts'
import { Refusal } from './refusals.ts'
import { idOrNull, type Turn } from './turn.ts'

/** What a page answers: itself, or where to go on. */
export type Shown = { readonly page: string; readonly status?: number } | { readonly redirect: string }

type Session = Stripe.Checkout.Session

const successOf = ({ success_url, id }: Session) => (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id)
const emailOf = (turn: Turn, { customer, customer_email }: Session) =>
  customer_email ?? (turn.find('customer', idOrNull(customer) ?? '')?.email || null)

interface State {
  readonly typed?: Typed
  readonly faults?: Readonly<Record<string, string>>
  readonly codeFault?: string
}

/** The page on which a session is paid. */
export function checkoutPage(turn: Turn, session: Session, state: State = {}): Shown {
  if (session.status === 'complete') return { redirect: successOf(session) }
  if (session.status === 'expired') {
    const body = html`<h1>This checkout has expired</h1><p>Nothing was paid. Please begin again where you came from.</p>${backLink(session)}`
    return { page: page('Expired', body), status: 410 }
  }
  const currency = session.currency ?? 'usd'
  const total = asMoney(session.amount_total ?? 0, currency)
  const isSubscription = session.mode === 'subscription'
  const lines = linesOf(turn, session.id)
  const off = session.total_details?.amount_discount ?? 0
  const every = lines.find(({ price }) => price.recurring)?.price.recurring?.interval
  const email = emailOf(turn, session)
  const body = html`<h1>${isSubscription ? 'Subscribe to' : 'Pay for'} ${lines.map(({ name }) => name).join(', ')}</h1>
<p class="amount">${total}${isSubscription && every && off === 0 ? html` <span class="soft">per ${every}</span>` : null}</p>
<dl>
${lines.map(({ name, quantity, amount }) => html`<dt>${quantity > 1 ? `${name} × ${quantity}` : name}</dt><dd>${asMoney(amount, currency)}</dd>`)}
${off > 0 ? html`<dt>${discountWords(turn, session)}</dt><dd>−${asMoney(off, currency)}</dd>` : null}
<dt class="total">Due today</dt><dd class="total">${total}</dd>
</dl>
${session.allow_promotion_codes ? codeForm(session, state) : null}
<h2>Pay by card</h2>
${email ? html`<p class="soft">Receipts go to ${email}.</p>` : null}
${cardForm({
  action: `/c/pay/${session.id}`,
  button: isSubscription ? 'Subscribe' : `Pay ${total}`,
  asksEmail: !email,
  ...(state.typed && { typed: state.typed }),
  ...(state.faults && { faults: state.faults }),
})}
${backLink(session)}`
  return { page: page('Checkout', body), status: state.faults || state.codeFault ? 402 : 200 }
}

const backLink = ({ cancel_url }: Session) => (cancel_url ? html`<p><a href="${cancel_url}">Cancel and go back</a></p>` : null)

function discountWords(turn: Turn, session: Session): string {
  const purchase = { customer: idOrNull(session.customer), subtotal: session.amount_subtotal ?? 0, currency: session.currency ?? 'usd' }
  return wantedOf(session)
    .map((wanted) => {
      const { coupon, code } = couponFor(turn, wanted, purchase)
      const worth = coupon.percent_off === null ? asMoney(coupon.amount_off ?? 0, coupon.currency ?? 'usd') : `${coupon.percent_off} %`
      const lasts =
        { once: '', forever: ', as long as you subscribe', repeating: `, for ${coupon.duration_in_months} months` }[
          String(coupon.duration)
        ] ?? ''
      return `${code?.code ?? coupon.name ?? 'Discount'} (${worth} off${session.mode === 'subscription' ? lasts : ''})`
    })
    .join(', ')
}

function codeForm(session: Session, { codeFault, typed }: State): Html {
  if ((session.discounts ?? []).length > 0)
    return html`<form method="post" action="/c/pay/${session.id}/code"><input type="hidden" name="code" value="">
<button class="second">Remove the promotion code</button></form>`
  return html`<form method="post" action="/c/pay/${session.id}/code">
<label for="code">Promotion code</label>
<input id="code" name="code" autocomplete="off" value="${typed?.code ?? ''}" ${codeFault ? html`aria-invalid="true" aria-describedby="code-fault"` : null}>
${codeFault ? html`<p class="bad" id="code-fault" role="alert">${codeFault}</p>` : null}
<button class="second">Apply</button></form>`
}

/** A code was typed; an empty one takes away the one that was applied. */
export function submitCode(turn: Turn, session: Session, typed: Typed): Shown {
  if (session.status !== 'open' || !session.allow_promotion_codes) return checkoutPage(turn, session)
  try {
    if (typed.code) turn.storage.part(() => enterCode(turn, session, typed.code ?? ''))
    else withDiscounts(turn, session, [])
    return { redirect: `/c/pay/${session.id}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return checkoutPage(turn, session, { codeFault: error.message, typed })
  }
}

/** The card form was sent. */
export function submitCard(turn: Turn, session: Session, typed: Typed): Shown {
  if (session.status !== 'open') return checkoutPage(turn, session)
  const { card, name, faults: ofCard } = readCard(typed, turn.now())
  const { buyer, faults: ofBuyer } = readBuyer(typed, emailOf(turn, session), name)
  const faults = { ...ofBuyer, ...ofCard }
  if (Object.keys(faults).length > 0) return checkoutPage(turn, session, { typed, faults })
  try {
    return after(
      turn,
      turn.storage.part(() => payCheckout(turn, session, card, buyer)),
      session,
      typed,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // What the discount was good for is over: what is to be paid now is shown.
    const current = turn.storage.part(() => withDiscounts(turn, session, []))
    return checkoutPage(turn, current, { typed, faults: { '': error.message } })
  }
}

function after(turn: Turn, paying: Paying, session: Session, typed: Typed): Shown {
  if (paying.kind === 'complete') return { redirect: successOf(paying.session) }
  if (paying.kind === 'asks') return { redirect: `/authenticate/${paying.paymentIntent}` }
  return checkoutPage(turn, turn.get('checkout.session', session.id), { typed, faults: { '': paying.message } })
}

/** The page of the card's bank. */
export function authenticationPage(intent: Stripe.PaymentIntent): Shown {
  const body = html`<h1>Your bank asks: is it you?</h1>
<p>A payment of <strong>${asMoney(intent.amount, intent.currency)}</strong> to MedicReady waits for you to confirm it (3-D Secure).</p>
<form method="post" action="/authenticate/${intent.id}"><div class="row">
<button name="answer" value="passed">Complete authentication</button>
<button name="answer" value="failed" class="second">Fail authentication</button>
</div></form>`
  return { page: page('Authentication', body) }
}

/** Of a checkout: the bank was answered. */
export const submitAuthentication = (turn: Turn, session: Session, passed: boolean): Shown =>
  after(turn, authenticateCheckout(turn, session, passed), session, {})
