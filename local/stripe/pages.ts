import qs from 'qs'
import type { Typed } from './card-form.ts'
import { authenticationPage, checkoutPage, type Shown, submitAuthentication, submitCard, submitCode } from './checkout-pages.ts'
import { html, page, pageHeaders } from './html.ts'
import { asMoney } from './invoice-lines.ts'
import { invoicePage, invoicePdf, submitInvoice, submitInvoiceAuthentication } from './invoice-pages.ts'
import { portalPage, submitCancellation, submitPortalCard } from './portal-pages.ts'
import { Refusal } from './refusals.ts'
import type { Answer, Request } from './requests.ts'
import type { Storage } from './storage.ts'
import { DAY, HOUR } from './time.ts'
import { idOrNull, type Turn } from './turn.ts'

interface Setup {
  readonly storage: Storage
  readonly turn: () => Turn
  readonly moveForward: (seconds: number) => number
}

export const isPage = (path: string): boolean => !path.startsWith('/v1/')

type Handler = (turn: Turn, id: string, typed: Typed) => Shown

const handlers: Readonly<Record<string, Handler>> = {
  'GET /': (turn) => startPage(turn),
  'GET /c/pay/:id': (turn, id) => checkoutPage(turn, turn.get('checkout.session', id)),
  'POST /c/pay/:id': (turn, id, typed) => submitCard(turn, turn.get('checkout.session', id), typed),
  'POST /c/pay/:id/code': (turn, id, typed) => submitCode(turn, turn.get('checkout.session', id), typed),
  'GET /authenticate/:id': (turn, id) => authenticationPage(turn.get('payment_intent', id)),
  'POST /authenticate/:id': (turn, id, { answer }) => authenticated(turn, id, answer === 'passed'),
  'GET /i/:id': (turn, id) => invoicePage(turn.get('invoice', id)),
  'POST /i/:id': (turn, id, typed) => submitInvoice(turn, turn.get('invoice', id), typed),
  'GET /receipts/:id': (turn, id) => receiptPage(turn, id),
  'GET /p/session/:id': (turn, id) => portalPage(turn, turn.get('billing_portal.session', id)),
  'POST /p/session/:id/card': (turn, id, typed) => submitPortalCard(turn, turn.get('billing_portal.session', id), typed),
  'POST /p/session/:id/cancel': (turn, id, typed) => submitCancellation(turn, turn.get('billing_portal.session', id), typed, 'cancel'),
  'POST /p/session/:id/resume': (turn, id, typed) => submitCancellation(turn, turn.get('billing_portal.session', id), typed, 'resume'),
}

const routes = Object.entries(handlers).map(([key, handler]) => {
  const [method, address = ''] = key.split(' ')
  return { method, pattern: new RegExp(`^${address.replace(':id', '(\\w+)')}$`), handler }
})

function authenticated(turn: Turn, id: string, passed: boolean): Shown {
  const session = turn.storage.sessionWaitingFor(id)
  if (session) return submitAuthentication(turn, session, passed)
  const [payment] = turn.storage.all('invoice_payment', [{ path: 'payment.payment_intent', is: 'in', values: [id] }])
  if (!payment) return notFound()
  return submitInvoiceAuthentication(turn, turn.get('invoice', idOrNull(payment.invoice) ?? ''), turn.get('payment_intent', id), passed)
}

/** Serves what people see in a browser. */
export function answerPage(request: Request, { storage, turn, moveForward }: Setup): Answer {
  const { method, path, headers, body } = request
  if (path === '/health') return { status: 200, headers: {}, body: '{"status":"ready"}' }
  // A form is sent from a page of ours, or by a program.
  if (method === 'POST' && ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))) return asAnswer(notFound())
  const typed = Object.fromEntries(Object.entries(qs.parse(body)).map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  if (method === 'POST' && path === '/clock') return moveClock(headers.accept ?? '', Number(typed.seconds), moveForward)
  const [, pdf] = /^\/i\/(\w+)\/pdf$/.exec(path) ?? []
  const invoice = pdf && storage.find('invoice', pdf)
  if (invoice) return { status: 200, headers: { 'content-type': 'application/pdf' }, body: invoicePdf(invoice) }
  const found = routes
    .map((route) => ({ route, match: route.method === method ? route.pattern.exec(path) : null }))
    .find(({ match }) => match)
  if (!found) return asAnswer(notFound())
  try {
    return asAnswer(storage.transaction(() => found.route.handler(turn(), found.match?.[1] ?? '', typed)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return asAnswer(
      error.status === 404 ? notFound() : { page: page('Not possible', html`<h1>Not possible</h1><p>${error.message}</p>`), status: 400 },
    )
  }
}

function asAnswer(shown: Shown): Answer {
  if ('redirect' in shown) return { status: 303, headers: { location: shown.redirect }, body: '' }
  return { status: shown.status ?? 200, headers: pageHeaders, body: shown.page }
}

const notFound = (): Shown => ({
  page: page('Not found', html`<h1>There is nothing here</h1><p>The address may be mistyped, or what it led to is gone.</p>`),
  status: 404,
})

/** Far enough for any test, and near enough that what is due until then can happen while someone waits. */
const FURTHEST = 2 * 366 * DAY

function moveClock(accept: string, seconds: number, moveForward: (seconds: number) => number): Answer {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > FURTHEST)
    return { status: 400, headers: {}, body: JSON.stringify({ error: { message: 'seconds: a whole number from 1 to two years' } }) }
  const now = moveForward(seconds)
  return accept.includes('application/json') ? { status: 200, headers: {}, body: JSON.stringify({ now }) } : asAnswer({ redirect: '/' })
}

const steps: readonly (readonly [string, number])[] = [
  ['1 hour', HOUR],
  ['1 day', DAY],
  ['1 week', 7 * DAY],
  ['31 days and 2 hours', 31 * DAY + 2 * HOUR],
]

function startPage(turn: Turn): Shown {
  const { objects: events } = turn.storage.page('event', [], { limit: 25 })
  const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const body = html`<h1>Stand-in for Stripe</h1>
<p>The product on this machine pays here when it has no key of the real Stripe.</p>
<h2>Clock</h2>
<p>It is <strong>${time(turn.now())} UTC</strong> here. Moved forward, what is due until then happens: renewals, payments that are tried again,
cancellations, checkouts that expire. It never goes back.</p>
<form method="post" action="/clock"><div class="row">
${steps.map(([label, seconds]) => html`<button name="seconds" value="${seconds}" class="second">${label} forward</button>`)}
</div></form>
<h2 id="events">Latest events</h2>
${events.length === 0 ? html`<p>There are none yet.</p>` : null}
<div class="scrolls" tabindex="0" role="region" aria-labelledby="events"><table>
<thead><tr><th scope="col">Time (UTC)</th><th scope="col">Event</th><th scope="col">Id</th></tr></thead>
<tbody>${events.map(({ created, type, id }) => html`<tr><td>${time(created)}</td><td>${type}</td><td><code>${id}</code></td></tr>`)}</tbody>
</table></div>`
  return { page: page('Start', body, { isWide: true }) }
}

function receiptPage(turn: Turn, id: string): Shown {
  const charge = turn.get('charge', id)
  const body = html`<h1>Receipt from MedicReady</h1>
<p class="amount">${asMoney(charge.amount, charge.currency)}</p>
<p>${charge.description ?? 'Payment'}, by card ending in ${charge.payment_method_details?.card?.last4 ?? ''}</p>
${charge.amount_refunded > 0 ? html`<p>Given back: <strong>${asMoney(charge.amount_refunded, charge.currency)}</strong></p>` : null}`
  return { page: page('Receipt', body) }
}
