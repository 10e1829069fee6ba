import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { startOwnProcess, WEBHOOK_SECRET } from './testing/own-process.ts'
import { CARD, card, submit } from './testing/own-stripe.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }

/** Where the product would take events: keeps what it was sent, and answers as it is told. */
async function endpoint() {
  const taken: { type: string; id: string; signature: string; payload: string }[] = []
  const refused = new Set<string>()
  let refuses = (_id: string): boolean => false
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const payload = Buffer.concat(parts).toString()
    const { id, type } = JSON.parse(payload) as { id: string; type: string }
    const isRefused = refuses(id)
    if (isRefused) refused.add(id)
    else taken.push({ id, type, payload, signature: String(request.headers['stripe-signature']) })
    response.writeHead(isRefused ? 500 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/stripe/webhook`
  return {
    url,
    taken,
    refused,
    refuse: (rule: (id: string) => boolean) => {
      refuses = rule
    },
  }
}

test('each event is delivered with a signature that the SDK accepts, and retried until it is acknowledged', async () => {
  const { url, taken, refused, refuse } = await endpoint()
  const server = await startOwnProcess({ webhookUrl: url })
  const { stripe } = server
  refuse((id) => !refused.has(id))
  const customer = await stripe.customers.create({ email: 'ana@example.org' })
  await vi.waitFor(() => expect(taken.map(({ type }) => type)).toEqual(['customer.created']), PATIENCE)
  const [delivered] = taken
  const event = stripe.webhooks.constructEvent(delivered?.payload ?? '', delivered?.signature ?? '', WEBHOOK_SECRET)
  expect(event.data.object).toMatchObject({ id: customer.id })
  expect(() => stripe.webhooks.constructEvent(`${delivered?.payload} `, delivered?.signature ?? '', WEBHOOK_SECRET)).toThrow('signature')
  await vi.waitFor(async () => expect((await stripe.events.retrieve(event.id)).pending_webhooks).toBe(0), PATIENCE)

  // What was not taken when it was killed is delivered when it is back.
  refuse(() => true)
  await stripe.customers.update(customer.id, { name: 'Ana' })
  await vi.waitFor(() => expect(refused.size).toBe(2), PATIENCE)
  await server.killAndRestart()
  refuse(() => false)
  await vi.waitFor(() => expect(taken.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated']), PATIENCE)
  await server.close()
})

test('events may arrive twice or out of order, but none is lost', async () => {
  const { url, taken } = await endpoint()
  const server = await startOwnProcess({ webhookUrl: url, disorder: 0.5 })
  const { stripe } = server
  await Promise.all(Array.from({ length: 12 }, (_, n) => stripe.customers.create({ name: String(n) })))
  await vi.waitFor(() => expect(new Set(taken.map(({ id }) => id)).size).toBe(12), PATIENCE)
  await vi.waitFor(() => expect(taken.length).toBeGreaterThan(12), PATIENCE)
  const order = taken.map(({ payload }) => Number((JSON.parse(payload) as { data: { object: { name: string } } }).data.object.name))
  expect(order).not.toEqual(order.toSorted((one, other) => one - other))
  await server.close()
})

test('killed during checkouts: what was acknowledged is there, each is paid once, and each event arrives', async () => {
  const { url, taken } = await endpoint()
  const server = await startOwnProcess({ webhookUrl: url })
  const { stripe } = server
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Basic' },
  })
  const done: string[] = []

  /** A buyer who sends the form until they are led back. */
  async function buy(n: number): Promise<void> {
    const options = { idempotencyKey: `checkout-${n}` }
    const line_items = [{ price: price.id, quantity: 1 }]
    const begin = () =>
      stripe.checkout.sessions.create(
        { mode: 'subscription', line_items, customer_email: `${n}@example.org`, success_url: 'https://product.example' },
        options,
      )
    const session = await persist(begin)
    const { status } = await persist(() => submit(session.url ?? '', card(CARD)))
    expect(status).toBe(303)
    done.push(session.id)
  }
  const buying = Promise.all(Array.from({ length: 12 }, (_, n) => buy(n)))
  for (const killed of [3, 7]) {
    await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(killed), PATIENCE)
    await server.killAndRestart()
  }
  await buying
  const subscriptions = await stripe.subscriptions.list({ limit: 100 })
  const charges = await stripe.charges.list({ limit: 100 })
  expect([new Set(done).size, subscriptions.data.length, charges.data.filter(({ paid }) => paid).length]).toEqual([12, 12, 12])
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  await vi.waitFor(() => expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id))), PATIENCE)
  await server.close()
})

test('killed while a clock advances by a year: each month is billed once', async () => {
  const server = await startOwnProcess()
  const { stripe } = server
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Basic' },
  })
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Date.parse('2027-01-15T00:00:00Z') / 1000 })
  const customer = await stripe.customers.create({ test_clock: clock.id })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: 'pm_card_visa',
  })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.parse('2028-01-15T02:00:00Z') / 1000 })
  await server.killAndRestart()
  await vi.waitFor(async () => expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready'), PATIENCE)
  const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
  expect(data.map(({ status, amount_paid }) => `${status} ${amount_paid}`)).toEqual(Array.from({ length: 13 }, () => 'paid 500'))
  expect(new Set(data.map(({ created }) => created)).size).toBe(13)
  await server.close()
})

async function persist<Result>(attempt: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(attempt, PATIENCE)
}
