import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { ownStripe, sdkAt } from './testing/own-stripe.ts'

const { stripe, server, premium, basic, checkout } = await ownStripe()

const refusal = (asked: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  asked.then(
    () => Promise.reject(new Error('It was not refused.')),
    (error: Stripe.errors.StripeError) => error,
  )

test('a wrong key is rejected, and so is another API version', async () => {
  const stranger = new Stripe('sk_test_other', { host: '127.0.0.1', port: server.port, protocol: 'http' })
  expect(await refusal(stranger.customers.list())).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
  const older = await fetch(`${server.url}/v1/customers`, {
    headers: { authorization: 'Bearer sk_test_of_tests_of_tests', 'stripe-version': '2020-08-27' },
  })
  expect(older.status).toBe(400)
})

test('each response has a request ID and the API version', async () => {
  const { lastResponse } = await stripe.customers.create({ name: 'Ana' })
  expect(lastResponse).toMatchObject({ requestId: expect.stringMatching(/^req_/), apiVersion: Stripe.API_VERSION })
})

test('repeating an idempotency key gives the same response and does nothing; with another body it is rejected', async () => {
  const options = { idempotencyKey: 'once' }
  const first = await stripe.customers.create({ email: 'once@example.org' }, options)
  const again = await stripe.customers.create({ email: 'once@example.org' }, options)
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect((await stripe.customers.list({ email: 'once@example.org' })).data).toHaveLength(1)
  expect(await refusal(stripe.customers.create({ email: 'other@example.org' }, options))).toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
  })
})

test('an error is repeated for the same key', async () => {
  const customer = await stripe.customers.create({})
  const ask = () =>
    refusal(stripe.subscriptions.create({ customer: customer.id, items: [{ price: 'price_none' }] }, { idempotencyKey: 'refused' }))
  expect(await ask()).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'items[0][price]' })
  expect((await ask()).headers?.['idempotent-replayed']).toBe('true')
})

test('lists are paged in both directions, and say whether there is more', async () => {
  const name = 'of pages'
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) made.unshift((await stripe.coupons.create({ percent_off: 10 + n, duration: 'once', name })).id)
  const first = await stripe.coupons.list({ limit: 2 })
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true])
  const next = await stripe.coupons.list({ limit: 3, starting_after: made[1] ?? '' })
  expect([next.data.map(({ id }) => id), next.has_more]).toEqual([made.slice(2), false])
  const before = await stripe.coupons.list({ limit: 2, ending_before: made[4] ?? '' })
  expect([before.data.map(({ id }) => id), before.has_more]).toEqual([made.slice(2, 4), true])
  const all = await stripe.coupons.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(made)
})

test("lists take the same filters as Stripe's", async () => {
  expect((await stripe.prices.list({ lookup_keys: ['premium', 'basic'] })).data.map(({ id }) => id)).toEqual([premium.id, basic.id])
  expect((await stripe.prices.list({ active: false })).data).toEqual([])
  const now = Math.floor(Date.now() / 1000)
  expect((await stripe.prices.list({ created: { gt: now + 60 } })).data).toEqual([])
})

test('expanded fields contain the whole object, in lists too; unknown expansions are rejected', async () => {
  const session = await checkout({ expand: ['line_items.data.price.product'] })
  const product = session.line_items?.data[0]?.price?.product
  expect(product).toMatchObject({ object: 'product', name: 'Premium' })
  const { data } = await stripe.prices.list({ expand: ['data.product'], limit: 1 })
  expect(data[0]?.product).toMatchObject({ object: 'product' })
  expect(await refusal(stripe.prices.list({ expand: ['data.nothing'] }))).toMatchObject({ statusCode: 400, param: 'expand' })
})

test("missing objects, unknown parameters, and missing parameters get Stripe's own messages", async () => {
  expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_none'",
  })
  const send = (path: string, body: string) =>
    fetch(`${server.url}${path}`, { method: 'POST', body, headers: { authorization: 'Bearer sk_test_of_tests_of_tests' } }).then((answer) =>
      answer.json(),
    )
  expect(await send('/v1/customers', 'colour=red')).toMatchObject({ error: { code: 'parameter_unknown', param: 'colour' } })
  expect(await send('/v1/prices', 'currency=usd')).toMatchObject({ error: { code: 'parameter_missing', param: 'unit_amount' } })
  expect(await send('/v1/nothing', '')).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('a lookup key moves to another price only on request', async () => {
  const created = {
    currency: 'usd',
    unit_amount: 600,
    recurring: { interval: 'month' as const },
    product: String(basic.product),
    lookup_key: 'moved',
  }
  const before = await stripe.prices.create(created)
  expect(await refusal(stripe.prices.create(created))).toMatchObject({ statusCode: 400, param: 'lookup_key' })
  const after = await stripe.prices.create({ ...created, unit_amount: 700, transfer_lookup_key: true })
  expect((await stripe.prices.list({ lookup_keys: ['moved'] })).data.map(({ id }) => id)).toEqual([after.id])
  expect((await stripe.prices.retrieve(before.id)).lookup_key).toBeNull()
})

test('metadata is added key by key, and removed by an empty value', async () => {
  const { id } = await stripe.customers.create({ metadata: { user: '1', plan: 'basic' } })
  const { metadata } = await stripe.customers.update(id, { metadata: { plan: '', since: 'today' } })
  expect(metadata).toEqual({ user: '1', since: 'today' })
  expect((await sdkAt(server.port).customers.update(id, { metadata: '' })).metadata).toEqual({})
})

test('a deleted customer has nothing left and is marked as deleted', async () => {
  const { id } = await stripe.customers.create({ email: 'gone@example.org', payment_method: 'pm_card_visa' })
  const [method] = (await stripe.customers.listPaymentMethods(id)).data
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method?.id ?? '' } })
  const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: basic.id }] })
  expect(await stripe.customers.del(id)).toMatchObject({ deleted: true })
  expect(await stripe.customers.retrieve(id)).toEqual(expect.objectContaining({ id, object: 'customer', deleted: true }))
  expect((await stripe.customers.list({ email: 'gone@example.org' })).data).toEqual([])
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['customer'] })).toMatchObject({
    status: 'canceled',
    customer: { deleted: true },
  })
})
