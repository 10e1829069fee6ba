import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { ownStripe, seconds, whole } from './testing/own-stripe.ts'

const { stripe, basic, premium, customerOnClock, subscribe, advance, eventTypes } = await ownStripe()

const invoicesOf = async (subscription: string): Promise<Stripe.Invoice[]> =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data.reverse()
const itemOf = ({ items }: Stripe.Subscription): string => items.data[0]?.id ?? ''
const amounts = (invoice: Stripe.Invoice) => invoice.lines.data.map(({ amount }) => amount)
const eventsOf = async (ids: readonly string[]) => {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  return events
    .reverse()
    .filter(({ data }) => ids.includes((data.object as { id?: string }).id ?? ''))
    .map(({ type }) => type)
}

test('a subscription begins with a paid invoice for its first period', async () => {
  const { customer } = await customerOnClock()
  const subscription = await subscribe(customer, basic.id, { metadata: { user: '1' } })
  expect(subscription).toMatchObject({ status: 'active', metadata: { user: '1' } })
  expect(subscription.items.data[0]).toMatchObject({
    current_period_start: seconds('2027-01-31T12:00:00Z'),
    current_period_end: seconds('2027-02-28T12:00:00Z'),
  })
  const invoice = whole(subscription.latest_invoice)
  expect(invoice).toMatchObject({
    status: 'paid',
    amount_paid: 500,
    billing_reason: 'subscription_create',
    number: expect.stringMatching(/-0001$/),
  })
  expect(invoice.parent?.subscription_details).toMatchObject({ subscription: subscription.id, metadata: { user: '1' } })
})

test('it renews each month on the day it started: a draft for an hour, then paid', async () => {
  const { customer, clock } = await customerOnClock()
  const { id } = await subscribe(customer, basic.id)
  await advance(clock, '2027-02-28T12:30:00Z')
  expect((await invoicesOf(id)).map(({ status }) => status)).toEqual(['paid', 'draft'])
  await advance(clock, '2027-04-30T14:00:00Z')
  const invoices = await invoicesOf(id)
  expect(invoices.map(({ status, amount_paid, billing_reason }) => [status, amount_paid, billing_reason])).toEqual([
    ['paid', 500, 'subscription_create'],
    ['paid', 500, 'subscription_cycle'],
    ['paid', 500, 'subscription_cycle'],
    ['paid', 500, 'subscription_cycle'],
  ])
  expect(invoices.map(({ created }) => created)).toEqual(
    ['01-31', '02-28', '03-31', '04-30'].map((day) => seconds(`2027-${day}T12:00:00Z`)),
  )
  expect(await eventsOf([invoices[1]?.id ?? ''])).toEqual([
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
  ])
})

test('an immediate upgrade bills the rest of the period to the second, and credits what was unused', async () => {
  const { customer, clock } = await customerOnClock()
  const subscription = await subscribe(customer, basic.id)
  await advance(clock, '2027-02-07T12:00:00Z')
  const after = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription), price: premium.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    expand: ['latest_invoice'],
  })
  // 21 of 28 days are left.
  const invoice = whole(after.latest_invoice)
  expect(amounts(invoice)).toEqual([-375, 900])
  expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid', total: 525, amount_paid: 525 })
  expect(after.items.data[0]).toMatchObject({ price: { id: premium.id }, current_period_end: seconds('2027-02-28T12:00:00Z') })
  await advance(clock, '2027-02-28T14:00:00Z')
  expect((await invoicesOf(subscription.id)).map(({ amount_paid }) => amount_paid)).toEqual([500, 525, 1_200])
})

test('a change without proration costs nothing now, and a later upgrade credits what was billed', async () => {
  const { customer, clock } = await customerOnClock()
  const subscription = await subscribe(customer, premium.id)
  const change = (price: string, proration_behavior: 'none' | 'always_invoice') =>
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription), price }],
      proration_behavior,
      expand: ['latest_invoice'],
    })
  await change(basic.id, 'none')
  expect(await invoicesOf(subscription.id)).toHaveLength(1)
  await advance(clock, '2027-02-14T12:00:00Z')
  expect(amounts(whole((await change(premium.id, 'always_invoice')).latest_invoice))).toEqual([-600, 600])
})

test('prorations that are not invoiced at once are on the next invoice', async () => {
  const { customer, clock } = await customerOnClock()
  const subscription = await subscribe(customer, basic.id)
  await advance(clock, '2027-02-14T12:00:00Z')
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription), price: premium.id }],
    proration_behavior: 'create_prorations',
  })
  await advance(clock, '2027-02-28T14:00:00Z')
  const last = (await invoicesOf(subscription.id)).at(-1)
  expect(last && amounts(last)).toEqual([-250, 600, 1_200])
  expect(last).toMatchObject({ total: 1_550, amount_paid: 1_550 })
})

test('an upgrade that cannot be paid changes nothing, if the request says so', async () => {
  const { customer } = await customerOnClock('pm_card_chargeCustomerFail')
  const subscription = await subscribe(customer, basic.id)
  const upgrade = stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription), price: premium.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  })
  await expect(upgrade).rejects.toMatchObject({ statusCode: 402, type: 'StripeCardError', code: 'card_declined' })
  expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.price.id).toBe(basic.id)
  expect(await invoicesOf(subscription.id)).toHaveLength(1)
})

test('a coupon applies once, for some months, or forever; its amount is on the lines', async () => {
  const totalsWith = async (coupon: Stripe.CouponCreateParams, to: string) => {
    const { customer, clock } = await customerOnClock()
    const { id } = await stripe.coupons.create(coupon)
    const subscription = await subscribe(customer, premium.id, { discounts: [{ coupon: id }] })
    await advance(clock, to)
    const invoices = await invoicesOf(subscription.id)
    for (const invoice of invoices)
      expect(
        invoice.lines.data.flatMap(({ discount_amounts }) => discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
      ).toBe(invoice.subtotal - invoice.total)
    return invoices.map(({ total }) => total)
  }
  expect(await totalsWith({ percent_off: 33.33, duration: 'once' }, '2027-03-31T14:00:00Z')).toEqual([800, 1_200, 1_200])
  expect(
    await totalsWith({ amount_off: 200, currency: 'usd', duration: 'repeating', duration_in_months: 2 }, '2027-04-30T14:00:00Z'),
  ).toEqual([1_000, 1_000, 1_200, 1_200])
  expect(await totalsWith({ percent_off: 100, duration: 'forever' }, '2027-02-28T14:00:00Z')).toEqual([0, 0])
})

test('a coupon can be redeemed up to its limit, and redemptions are counted', async () => {
  const { customer } = await customerOnClock()
  const { id } = await stripe.coupons.create({ percent_off: 10, duration: 'once', max_redemptions: 1 })
  await subscribe(customer, basic.id, { discounts: [{ coupon: id }] })
  expect(await stripe.coupons.retrieve(id)).toMatchObject({ times_redeemed: 1, valid: false })
  await expect(subscribe(customer, basic.id, { discounts: [{ coupon: id }] })).rejects.toMatchObject({ code: 'coupon_expired' })
})

test('a failed renewal is retried after 3, 5, 7, and 14 days, and then the subscription ends', async () => {
  const { customer, clock } = await customerOnClock('pm_card_chargeCustomerFail')
  const { id } = await subscribe(customer, basic.id)
  await advance(clock, '2027-02-28T13:00:00Z')
  const [, renewal] = await invoicesOf(id)
  expect(renewal).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: seconds('2027-03-03T13:00:00Z') })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  await advance(clock, '2027-03-08T00:00:00Z')
  expect(await stripe.invoices.retrieve(renewal?.id ?? '')).toMatchObject({
    attempt_count: 4,
    next_payment_attempt: seconds('2027-03-14T13:00:00Z'),
  })
  await advance(clock, '2027-03-14T13:00:00Z')
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
})

test('paying an open invoice with another card makes the subscription active again', async () => {
  const { customer, clock } = await customerOnClock('pm_card_chargeCustomerFail')
  const { id } = await subscribe(customer, basic.id)
  await advance(clock, '2027-03-01T12:00:00Z')
  const open = (await invoicesOf(id)).at(-1)?.id ?? ''
  expect(await stripe.invoices.pay(open, { payment_method: 'pm_card_visa' })).toMatchObject({ status: 'paid', amount_paid: 500 })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  await expect(stripe.invoices.pay(open)).rejects.toMatchObject({ code: 'invoice_already_paid' })
})

test('a cancellation takes effect at the end of the period, unless it is withdrawn', async () => {
  const { customer, clock } = await customerOnClock()
  const [leaves, stays] = [await subscribe(customer, basic.id), await subscribe(customer, basic.id)]
  for (const { id } of [leaves, stays]) await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(await stripe.subscriptions.update(stays.id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null, canceled_at: null })
  await advance(clock, '2027-02-28T14:00:00Z')
  expect(await stripe.subscriptions.retrieve(leaves.id)).toMatchObject({ status: 'canceled', ended_at: seconds('2027-02-28T12:00:00Z') })
  expect((await stripe.subscriptions.retrieve(stays.id)).status).toBe('active')
  expect((await stripe.subscriptions.list({ customer })).data.map(({ id }) => id)).toEqual([stays.id])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(2)
})

test('ending a subscription at once credits the unused part to the balance, which pays the next invoice', async () => {
  const { customer, clock } = await customerOnClock()
  const { id } = await subscribe(customer, premium.id)
  await advance(clock, '2027-02-14T12:00:00Z')
  expect((await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })).status).toBe('canceled')
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -600 })
  const next = whole((await subscribe(customer, basic.id)).latest_invoice)
  expect(next).toMatchObject({ total: 500, starting_balance: -600, ending_balance: -100, amount_due: 0, status: 'paid' })
})

test('a payment can be refunded in parts, but never beyond its amount', async () => {
  const { customer } = await customerOnClock()
  const subscription = await subscribe(customer, premium.id, { expand: ['latest_invoice.payments'] })
  const payment_intent = String(whole(subscription.latest_invoice).payments?.data[0]?.payment.payment_intent)
  await stripe.refunds.create({ payment_intent, amount: 500 })
  await expect(stripe.refunds.create({ payment_intent, amount: 701 })).rejects.toMatchObject({ statusCode: 400, param: 'amount' })
  await stripe.refunds.create({ payment_intent, metadata: { why: 'money-back' } })
  await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const { data } = await stripe.refunds.list({ payment_intent })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([
    [700, 'succeeded'],
    [500, 'succeeded'],
  ])
  const [charge] = (await stripe.charges.list({ payment_intent })).data
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 1_200 })
  expect(await eventsOf([charge?.id ?? ''])).toEqual(['charge.succeeded', 'charge.refunded', 'charge.refunded'])
  expect((await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent } })).data[0]).toMatchObject({
    invoice: whole(subscription.latest_invoice).id,
    status: 'paid',
  })
})

test('the balance is all charges minus all refunds, after everything above', async () => {
  const every = { limit: 100 }
  const invoices = await stripe.invoices.list({ status: 'paid', ...every }).autoPagingToArray({ limit: 10_000 })
  const charges = await stripe.charges.list(every).autoPagingToArray({ limit: 10_000 })
  const paid = charges.filter((charge) => charge.paid)
  expect(invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0)).toBe(paid.reduce((sum, { amount }) => sum + amount, 0))
  expect(await eventTypes()).toContain('customer.subscription.deleted')
})
