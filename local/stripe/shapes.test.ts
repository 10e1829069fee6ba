import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { CARD, card, ownStripe, submit } from './testing/own-stripe.ts'

/** Each object with the file of the SDK's types that says what it is, and the name of its interface there. */
const types: Readonly<Record<string, readonly [file: string, name: string]>> = {
  product: ['Products', 'Product'],
  price: ['Prices', 'Price'],
  plan: ['Plans', 'Plan'],
  customer: ['Customers', 'Customer'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  coupon: ['Coupons', 'Coupon'],
  promotion_code: ['PromotionCodes', 'PromotionCode'],
  discount: ['Discounts', 'Discount'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  invoice: ['Invoices', 'Invoice'],
  line_item: ['InvoiceLineItems', 'InvoiceLineItem'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  charge: ['Charges', 'Charge'],
  refund: ['Refunds', 'Refund'],
  dispute: ['Disputes', 'Dispute'],
  balance_transaction: ['BalanceTransactions', 'BalanceTransaction'],
  item: ['LineItems', 'LineItem'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  'billing_portal.session': ['BillingPortal/Sessions', 'Session'],
  'billing_portal.configuration': ['BillingPortal/Configurations', 'Configuration'],
  'test_helpers.test_clock': ['TestHelpers/TestClocks', 'TestClock'],
  event: ['Events', 'EventBase'],
}

/** The fields of an interface in the SDK's types: which there may be, and which there must be. */
function fieldsOf(object: string): { known: string[]; required: string[] } {
  const [file, name] = types[object] ?? []
  if (!file) throw new Error(`There is no type for ${object}.`)
  const source = readFileSync(fileURLToPath(import.meta.resolve('stripe')).replace(/[^/]+$/, `resources/${file}.d.ts`), 'utf8')
  const body =
    source
      .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
      .split(`export interface ${name} {`)[1]
      ?.split('\n}')[0] ?? ''
  const fields = [...body.matchAll(/^ {4}(\w+)(\??):/gm)].map(([, field = '', optional]) => ({ field, isRequired: optional === '' }))
  expect(fields.length, `fields of ${name}`).toBeGreaterThan(5)
  return { known: fields.map(({ field }) => field), required: fields.filter(({ isRequired }) => isRequired).map(({ field }) => field) }
}

const met = new Map<string, { missing: Set<string>; unknown: Set<string> }>()

/** Compares each object of Stripe's within an answer with its type. */
function look(value: unknown): void {
  if (Array.isArray(value)) for (const item of value) look(item)
  else if (typeof value === 'object' && value !== null) {
    if ('object' in value && typeof value.object === 'string' && value.object in types) compare(value.object, value)
    for (const inner of Object.values(value)) look(inner)
  }
}

function compare(object: string, value: object): void {
  const { known, required } = fieldsOf(object)
  const seen = met.get(object) ?? { missing: new Set(), unknown: new Set() }
  const here = Object.keys(value)
  for (const field of required) if (!here.includes(field)) seen.missing.add(field)
  for (const field of here) if (!known.includes(field)) seen.unknown.add(field)
  met.set(object, seen)
}

/** Everything that is there of a kind, as it comes over the wire. */
async function lookAtAll(url: string, base: string, key: string): Promise<void> {
  const answer = await fetch(`${base}${url}`, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status, url).toBe(200)
  look(await answer.json())
}

test('each object has the fields that the SDK says it has: none is missing, and none is unknown', async () => {
  const { stripe, server, premium, basic, checkout } = await ownStripe()
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: 'forever' })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  const session = await checkout({ discounts: [{ promotion_code: code.id }] })
  await submit(session.url ?? '', card(CARD))
  const once = await checkout({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 5_000, product_data: { name: 'An hour' } } }],
  })
  await submit(once.url ?? '', card('4000 0000 0000 0002'))
  await submit(once.url ?? '', card(CARD))
  const { payment_intent } = await stripe.checkout.sessions.retrieve(once.id)
  await stripe.refunds.create({ payment_intent: String(payment_intent), amount: 100 })
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(session.id)
  const { items } = await stripe.subscriptions.retrieve(String(subscription))
  await stripe.subscriptions.update(String(subscription), {
    items: [{ id: items.data[0]?.id ?? '', price: basic.id }],
    proration_behavior: 'always_invoice',
  })
  await stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_createDispute', confirm: true })
  await stripe.billingPortal.sessions.create({ customer: String(customer) })
  await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })

  for (const path of [
    '/v1/products',
    `/v1/prices/${premium.id}?expand[]=product`,
    '/v1/customers?expand[]=data.subscriptions',
    '/v1/payment_methods',
    '/v1/coupons',
    '/v1/promotion_codes?expand[]=data.promotion.coupon',
    '/v1/subscriptions?expand[]=data.discounts&expand[]=data.default_payment_method',
    '/v1/invoices?expand[]=data.payments',
    '/v1/payment_intents',
    '/v1/charges?expand[]=data.refunds',
    '/v1/refunds',
    '/v1/disputes',
    '/v1/checkout/sessions?expand[]=data.line_items',
    '/v1/billing_portal/configurations',
    '/v1/test_helpers/test_clocks',
    '/v1/events?limit=100',
  ])
    await lookAtAll(path, server.url, 'sk_test_of_tests_of_tests')

  const faults = [...met].filter(([, { missing, unknown }]) => missing.size + unknown.size > 0)
  expect(faults.map(([object, { missing, unknown }]) => ({ object, missing: [...missing], unknown: [...unknown] }))).toEqual([])
  expect([...met.keys()].sort()).toEqual(Object.keys(types).sort())
})

test('the SDK reads amounts with decimals as such', async () => {
  const { premium } = await ownStripe()
  const price: Stripe.Price = premium
  expect(price.unit_amount_decimal?.toString()).toBe('1200')
})
