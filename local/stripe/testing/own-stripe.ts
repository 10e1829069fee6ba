import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll } from 'vitest'
import { type Options, startStripe } from '../start.ts'

export const SECRET_KEY = 'sk_test_of_tests_of_tests'
export const CARD = '4242 4242 4242 4242'

/** Stripe's own SDK, on a connection to this port. */
export const sdkAt = (port: number, maxNetworkRetries = 0): Stripe =>
  new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries, telemetry: false })

/** A stand-in for the tests of one file, with two monthly prices, and Stripe's SDK to ask it with. It ends with it. */
export async function ownStripe(options: Partial<Options> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'medicready-stripe-'))
  const server = await startStripe({ port: 0, directory, secretKey: SECRET_KEY, ...options })
  const stripe = sdkAt(server.port)
  afterAll(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  const recurring = { interval: 'month' as const }
  const basic = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring,
    product_data: { name: 'Basic' },
    lookup_key: 'basic',
  })
  const premium = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 1200,
    recurring,
    product_data: { name: 'Premium' },
    lookup_key: 'premium',
  })

  /** Someone whose time passes by a clock of their own, from the 31st of January, with a card. */
  async function customerOnClock(card = 'pm_card_visa', start = '2027-01-31T12:00:00Z') {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: seconds(start) })
    const customer = await stripe.customers.create({ test_clock: clock.id, email: 'ana@example.org', name: 'Ana' })
    const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
    return { clock: clock.id, customer: customer.id }
  }

  const subscribe = (customer: string, price: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer, items: [{ price }], expand: ['latest_invoice'], ...more })

  /** Moves a clock; answers when what was due until then has happened. */
  async function advance(clock: string, to: string): Promise<void> {
    await stripe.testHelpers.testClocks.advance(clock, { frozen_time: seconds(to) })
    while ((await stripe.testHelpers.testClocks.retrieve(clock)).status !== 'ready') await new Promise(setImmediate)
  }

  const checkout = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: premium.id, quantity: 1 }],
      success_url: 'https://product.example/done?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://product.example/back',
      customer_email: 'ana@example.org',
      ...more,
    })

  /** The types of all events, oldest first. */
  async function eventTypes(since = 0): Promise<string[]> {
    const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
    return events
      .reverse()
      .slice(since)
      .map(({ type }) => type)
  }

  return { server, stripe, directory, basic, premium, customerOnClock, subscribe, advance, checkout, eventTypes }
}

export const seconds = (time: string): number => Date.parse(time) / 1000

/** Sends a form of a page, as a browser would, without following where it leads. */
export async function submit(url: string, fields: Record<string, string>): Promise<{ status: number; location: string; page: string }> {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  return { status: answer.status, location: answer.headers.get('location') ?? '', page: await answer.text() }
}

export const card = (number: string) => ({ number, expiry: '12 / 40', cvc: '123', name: 'Ana' })

/** What an expanded field holds. */
export function whole<T extends { id: string }>(value: string | T | null | undefined): T {
  if (!value || typeof value === 'string') throw new Error(`${value} is not expanded.`)
  return value
}
