import { expect, test } from 'vitest'
import { CARD, card, ownStripe, submit, whole } from './testing/own-stripe.ts'

const { stripe, server, premium, checkout, eventTypes } = await ownStripe()

const AUTHENTICATES = '4000 0025 0000 3155'
const FAILS_LATER = '4000 0000 0000 0341'
const MONTH = 31 * 24 * 3600 + 2 * 3600

const pay = async (session: { url: string | null }, number: string) => submit(session.url ?? '', card(number))
const now = async (id: string) => stripe.checkout.sessions.retrieve(id, { expand: ['subscription.latest_invoice', 'customer'] })
const here = (path: string) => `${server.url}${path}`

test('a card that pays: the subscription is active, and the buyer is sent back with the session ID', async () => {
  const before = (await eventTypes()).length
  const session = await checkout({ metadata: { user: '1' }, subscription_data: { metadata: { user: '1' } }, client_reference_id: 'ref' })
  expect(await pay(session, CARD)).toMatchObject({ status: 303, location: `https://product.example/done?session=${session.id}` })
  const paid = await now(session.id)
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 1_200, metadata: { user: '1' }, url: null })
  expect(whole(paid.subscription)).toMatchObject({ status: 'active', metadata: { user: '1' }, latest_invoice: { status: 'paid' } })
  expect(paid.customer).toMatchObject({ email: 'ana@example.org' })
  const types = (await eventTypes(before)).filter((type) => /^(checkout|customer\.subscription|invoice)/.test(type))
  expect(types).toEqual([
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice_payment.paid',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
    'checkout.session.completed',
  ])
  // Anyone who goes back and sends the form again is led on, and pays nothing.
  expect(await pay(session, CARD)).toMatchObject({ status: 303 })
  expect((await stripe.subscriptions.list({ customer: whole(paid.customer).id })).data).toHaveLength(1)
})

test('a card that is declined: the page says so, the session stays open, and another card pays', async () => {
  const session = await checkout()
  const answer = await pay(session, '4000 0000 0000 0002')
  expect(answer.status).toBe(402)
  expect(answer.page).toContain('Your card was declined.')
  expect(await now(session.id)).toMatchObject({ status: 'open', subscription: null })
  expect((await pay(session, '4111 1111 1111 1111')).page).toContain('takes test cards only')
  expect((await pay(session, '4242')).page).toContain('Your card number is invalid.')
  expect(await pay(session, CARD)).toMatchObject({ status: 303 })
})

test('a card that requires authentication: paid if the holder authenticates, open if not', async () => {
  const session = await checkout()
  const { location } = await pay(session, AUTHENTICATES)
  expect(location).toMatch(/^\/authenticate\/pi_/)
  expect((await submit(here(location), { answer: 'failed' })).page).toContain('unable to authenticate')
  expect((await now(session.id)).status).toBe('open')
  const again = await pay(session, AUTHENTICATES)
  expect(await submit(here(again.location), { answer: 'passed' })).toMatchObject({
    status: 303,
    location: expect.stringContaining(session.id),
  })
  const paid = await now(session.id)
  expect(whole(paid.subscription).status).toBe('active')
  const intent = (await stripe.paymentIntents.list({ customer: whole(paid.customer).id })).data
  expect(intent.map(({ status, amount_received }) => [status, amount_received])).toEqual([['succeeded', 1_200]])
})

test('a card that fails later: the renewal fails, the portal accepts another card, and the invoice is paid', async () => {
  const session = await checkout()
  await pay(session, FAILS_LATER)
  const { id } = whole((await now(session.id)).subscription)
  server.moveForward(MONTH)
  const due = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(due).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } })
  const portal = await stripe.billingPortal.sessions.create({ customer: String(due.customer), return_url: 'https://product.example/back' })
  const page = await (await fetch(portal.url)).text()
  expect(page).toContain('The last payment failed.')
  expect(await submit(`${portal.url}/card`, card(CARD))).toMatchObject({ status: 303 })
  const { hosted_invoice_url, id: invoice } = whole(due.latest_invoice)
  expect(await submit(hosted_invoice_url ?? '', card(CARD))).toMatchObject({ status: 303 })
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid' })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  expect(await submit(`${portal.url}/cancel`, { subscription: id })).toMatchObject({ status: 303 })
  expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true)
  expect(await submit(`${portal.url}/resume`, { subscription: id })).toMatchObject({ status: 303 })
  expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(false)
})

test('a portal offers what its configuration allows', async () => {
  const customer = await stripe.customers.create({ email: 'bo@example.org' })
  const configuration = await stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } })
  const portal = await stripe.billingPortal.sessions.create({ customer: customer.id, configuration: configuration.id })
  const page = await (await fetch(portal.url)).text()
  expect(page).toContain('Invoices')
  expect(page).not.toContain('Update the card')
})

test('a promotion code can be entered where that is allowed, in upper or lower case, and counts once paid', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'SPRING', max_redemptions: 1 })
  const [first, second] = [await checkout({ allow_promotion_codes: true }), await checkout({ allow_promotion_codes: true })]
  expect((await submit(`${first.url}/code`, { code: 'WINTER' })).page).toContain('This code is invalid.')
  for (const { url } of [first, second]) expect(await submit(`${url}/code`, { code: ' spring ' })).toMatchObject({ status: 303 })
  expect(await now(first.id)).toMatchObject({ amount_total: 900, discounts: [{ promotion_code: code.id }] })
  expect(await pay(first, CARD)).toMatchObject({ status: 303 })
  // The other one has lost it: what is to be paid now is shown before anything is.
  expect((await pay(second, CARD)).page).toContain('This promotion code is inactive or expired.')
  expect(await now(second.id)).toMatchObject({ status: 'open', amount_total: 1_200 })
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 1, active: false })
})

test('a total of zero needs no payment', async () => {
  const coupon = await stripe.coupons.create({ percent_off: 100, duration: 'once' })
  const session = await checkout({ discounts: [{ coupon: coupon.id }] })
  await pay(session, CARD)
  expect(await now(session.id)).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', amount_total: 0 })
})

test('a one-time payment: its intent has the given metadata, and its charge has a receipt', async () => {
  const session = await checkout({
    mode: 'payment',
    line_items: [{ quantity: 5, price_data: { currency: 'usd', unit_amount: 4_500, product_data: { name: 'An hour of tutoring' } } }],
    payment_intent_data: { metadata: { session: '7' } },
  })
  await pay(session, AUTHENTICATES).then(({ location }) => submit(here(location), { answer: 'passed' }))
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
  const intent = whole(payment_intent)
  expect(intent).toMatchObject({ status: 'succeeded', amount: 22_500, metadata: { session: '7' } })
  expect((await fetch(whole(intent.latest_charge).receipt_url ?? '')).status).toBe(200)
})

test('a session expires on time or on request, and can no longer be paid', async () => {
  const wall = Math.floor(Date.now() / 1000)
  await expect(checkout({ expires_at: wall + 60 })).rejects.toMatchObject({ param: 'expires_at' })
  const session = await checkout({ expires_at: wall + 31 * 60 })
  server.moveForward(32 * 60)
  expect((await now(session.id)).status).toBe('expired')
  expect(await pay(session, CARD)).toMatchObject({ status: 410 })
  const other = await checkout()
  expect(await stripe.checkout.sessions.expire(other.id)).toMatchObject({ status: 'expired', url: null })
  await expect(stripe.checkout.sessions.expire(other.id)).rejects.toMatchObject({ statusCode: 400 })
  expect((await eventTypes()).filter((type) => type === 'checkout.session.expired')).toHaveLength(2)
})

test('an invoice is available as a page and as a PDF', async () => {
  const session = await checkout({ line_items: [{ price: premium.id, quantity: 2 }] })
  await pay(session, CARD)
  const invoice = whole(whole((await now(session.id)).subscription).latest_invoice)
  expect(await (await fetch(invoice.hosted_invoice_url ?? '')).text()).toContain('$24.00')
  const pdf = await fetch(invoice.invoice_pdf ?? '')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(await pdf.text()).toMatch(/^%PDF-1\.4[\s\S]*Total: \$24\.00[\s\S]*%%EOF\n$/)
})

test("a first invoice that needs authentication is paid on the bank's page and starts the subscription", async () => {
  const customer = await stripe.customers.create({ email: 'cy@example.org' })
  const { id, status, latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: premium.id }],
    default_payment_method: 'pm_card_authenticationRequired',
    expand: ['latest_invoice.payments.data.payment.payment_intent'],
  })
  expect(status).toBe('incomplete')
  const intent = whole(whole(latest_invoice).payments?.data[0]?.payment.payment_intent)
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  await submit(intent.next_action?.redirect_to_url?.url ?? '', { answer: 'passed' })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  const other = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: premium.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice'],
  })
  server.moveForward(24 * 3600)
  expect((await stripe.subscriptions.retrieve(other.id)).status).toBe('incomplete_expired')
  expect((await stripe.invoices.retrieve(whole(other.latest_invoice).id)).status).toBe('void')
})

test('a form from another origin is rejected, and the clock only moves forward', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await fetch(here('/clock'), { method: 'POST', headers, body: 'seconds=60' })).status).toBe(404)
  expect((await submit(here('/clock'), { seconds: '-60' })).status).toBe(400)
  expect((await submit(here('/clock'), { seconds: '60' })).status).toBe(303)
  expect((await fetch(here('/'))).status).toBe(200)
})
