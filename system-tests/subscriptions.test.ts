import { createHmac } from 'node:crypto'
import type { Recorded } from '@medicready/domain/core/event'
import type { Fact } from '@medicready/domain/events'
import { everyFact } from '@medicready/platform/testing/event-log'
import { invoices } from '@medicready/projector/read-models/billing/invoices'
import { rowsIn } from '@medicready/projector/testing/read-tables'
import { describe, expect, test, vi } from 'vitest'
import { type Backend, ownBackend, type SignedIn } from './backend.ts'
import { cards, submit, submitCard } from './payment-page.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** Renewals of all users come in one after the other. */
const PATIENCE = { timeout: 60_000, interval: 50 }
const reacting = ['stripe-events', 'disputed-plans', 'money-back', 'failed-payments', 'customers']

const backend = await ownBackend({ reacting })

type Key = Parameters<Backend['send']>[0]
const post = (key: Key, { token }: SignedIn, body?: object) => backend.send(key, { token, ...(body && { body }) })
const facts = async ({ userId }: SignedIn) =>
  (await everyFact(backend.eventStore)).filter(({ streamName }) => streamName === `subscription-${userId}`)
const typesOf = async (person: SignedIn) => (await facts(person)).map(({ type }) => type)
const of = async <Type extends Fact['type']>(person: SignedIn, type: Type) =>
  (await facts(person)).filter((fact): fact is Extract<Recorded<Fact>, { type: Type }> => fact.type === type)

/** Until someone has a tier, by all that happened: so does the tier that the screens show. */
async function has(person: SignedIn, tier: string): Promise<void> {
  await vi.waitFor(async () => {
    const changes = await of(person, 'TierChanged')
    expect(changes.at(-1)?.data.to).toBe(tier)
    backend.show(changes.at(-1)?.position ?? null)
  }, PATIENCE)
  expect((await backend.send('GET /api/subscription/status', { token: person.token })).json()).toMatchObject({
    subscriptionTier: tier,
  })
}

async function checkout(person: SignedIn, tier: string): Promise<string> {
  const answer = await post('POST /api/subscription/checkout', person, { tier })
  expect(answer.json()).toEqual({ url: expect.stringMatching(/^http/) })
  return answer.json().url
}

async function buy(person: SignedIn, tier: 'basic' | 'premium', number: string = cards.pays): Promise<void> {
  const page = await submitCard(await checkout(person, tier), number)
  expect(page.status).toBe(303)
  const location = page.headers.get('location') ?? ''
  if (location.includes('/authenticate/')) await submit(new URL(location, backend.stripe.url).href, { answer: 'passed' })
  await has(person, tier)
}

describe('a plan', () => {
  test('is bought with 3-D Secure, and starts once even if clicked twice', async () => {
    const ana = await backend.signedIn()
    const [one, other] = await Promise.all([checkout(ana, 'premium'), checkout(ana, 'premium')])
    expect(other).toBe(one)
    expect(await checkout(ana, 'premium')).toBe(one)
    await buy(ana, 'premium', cards.asksItsHolder)
    expect((await of(ana, 'CheckoutStarted')).length).toBe(1)
    expect((await of(ana, 'InvoicePaid'))[0]?.data).toMatchObject({
      amount: 1200,
      currency: 'usd',
      kind: 'first',
      previousMonthlyAmount: 0,
    })
    await vi.waitFor(async () => expect(await typesOf(ana)).toContain('CheckoutEnded'), PATIENCE)
    expect((await post('POST /api/subscription/checkout', ana, { tier: 'basic' })).json()).toMatchObject({ code: 'planExists' })
    expect((await post('POST /api/subscription/portal', ana)).json().url).toMatch(/\/p\/session\//)
  })

  test('upgrades at once, downgrades with the next period, is canceled, and is resumed', async () => {
    const ben = await backend.signedIn()
    await buy(ben, 'basic')
    expect((await post('POST /api/subscription/change', ben, { tier: 'premium' })).json()).toMatchObject({ subscriptionTier: 'premium' })
    expect((await of(ben, 'InvoicePaid')).at(-1)?.data).toMatchObject({
      kind: 'change',
      previousMonthlyAmount: 500,
      monthlyAmount: 1200,
      amount: 700,
    })
    expect((await post('POST /api/subscription/change', ben, { tier: 'basic' })).json()).toMatchObject({
      subscriptionTier: 'premium',
      changesTo: 'basic',
    })
    expect((await post('POST /api/subscription/change', ben, { tier: 'premium' })).json()).toMatchObject({ changesTo: null })
    expect((await post('POST /api/subscription/cancel', ben)).json()).toMatchObject({ endsAt: expect.any(String) })
    expect((await post('POST /api/subscription/resume', ben)).json()).toMatchObject({ endsAt: null, subscriptionTier: 'premium' })
  })

  test('is not sold on a declined card, and nothing changes', async () => {
    const cara = await backend.signedIn()
    const page = await submitCard(await checkout(cara, 'basic'), '4000000000000002')
    expect(page.status).toBe(402)
    expect(await typesOf(cara)).not.toContain('InvoicePaid')
    expect((await post('POST /api/subscription/cancel', cara)).json()).toMatchObject({ code: 'noPlan' })
    expect((await post('POST /api/subscription/change', cara, { tier: 'free' })).json()).toMatchObject({
      message: "You're already on the free plan.",
    })
    // Another wish takes the place of the one before.
    await buy(cara, 'premium')
    expect((await of(cara, 'CheckoutEnded')).map(({ data }) => data.outcome)).toContain('replaced')
  })
})

test('money is refunded within 14 days, once per person, and the plan ends', async () => {
  const dan = await backend.signedIn()
  await buy(dan, 'premium')
  const answer = await post('POST /api/subscription/money-back', dan)
  expect(answer.json()).toMatchObject({ subscriptionTier: 'free', refund: { amount: 1200, currency: 'usd' } })
  await has(dan, 'free')
  expect(await of(dan, 'RefundIssued')).toMatchObject([{ data: { amount: 1200, cause: 'moneyBack' } }])
  expect((await of(dan, 'TierChanged')).at(-1)?.data.cause).toBe('refunded')
  await buy(dan, 'basic')
  expect((await post('POST /api/subscription/money-back', dan)).json()).toMatchObject({ code: 'moneyBackUsed' })
})

test('a refund includes what a change has just charged, even before the product has heard of it', async () => {
  const eve = await backend.signedIn()
  await buy(eve, 'basic')
  const subscriptionId = (await of(eve, 'InvoicePaid'))[0]?.data.subscriptionId ?? ''
  // As a process leaves it that is killed between the payment and its fact.
  const { payments } = backend
  const [found, { priceId }] = await Promise.all([payments.subscription(subscriptionId), payments.prices.of('premium')])
  await payments.changePrice({ subscriptionId, itemId: found?.next.itemId ?? '', priceId, atOnce: true, key: `kill-${subscriptionId}` })
  const answer = await post('POST /api/subscription/money-back', eve)
  expect(answer.json()).toMatchObject({ subscriptionTier: 'free', refund: { amount: 1200 } })
})

test('a plan continues while its payment is disputed, and ends when the dispute is lost, with the money gone', async () => {
  const gil = await backend.signedIn()
  await buy(gil, 'premium', cards.disputes)
  const disputes = async () =>
    (await everyFact(backend.eventStore))
      .filter(
        (fact): fact is Extract<Recorded<Fact>, { type: `Dispute${string}` }> =>
          fact.type.startsWith('Dispute') && fact.streamName.startsWith('dispute-'),
      )
      .filter(({ data }) => data.userId === gil.userId)
  await vi.waitFor(async () => expect((await disputes()).map(({ type }) => type)).toEqual(['DisputeOpened', 'DisputeMoneyMoved']), PATIENCE)
  const [opened] = await disputes()
  expect(opened?.data).toMatchObject({ product: 'premium', amount: 1_200 })
  await has(gil, 'premium')
  await backend.payments.ask((stripe) => stripe.disputes.close(opened?.data.disputeId ?? ''))
  await has(gil, 'free')
  expect((await disputes()).at(-1)).toMatchObject({ type: 'DisputeClosed', data: { outcome: 'lost' } })
  expect((await of(gil, 'SubscriptionEnded')).length).toBe(1)
})

describe('a refund that is claimed while its payment is disputed', () => {
  const disputeOf = async (person: SignedIn) => {
    const [paid] = await of(person, 'InvoicePaid')
    const payment_intent = paid?.data.paymentId ?? ''
    return (await backend.payments.ask((stripe) => stripe.disputes.list({ payment_intent }))).data[0]?.id ?? ''
  }
  async function claimed(): Promise<SignedIn> {
    const person = await backend.signedIn()
    await buy(person, 'premium', cards.disputes)
    const answer = await post('POST /api/subscription/money-back', person)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ subscriptionTier: 'free', refund: { amount: 1_200, isDelayed: true } })
    expect(await of(person, 'MoneyBackRefused')).toMatchObject([{ data: { amount: 1_200, tier: 'premium', refusal: 'disputed' } }])
    return person
  }

  test('is reported once as a payment problem; the plan ends, and refunds of others go through', async () => {
    const iris = await claimed()
    const jon = await backend.signedIn()
    await buy(jon, 'basic')
    expect((await post('POST /api/subscription/money-back', jon)).json()).toMatchObject({ refund: { amount: 500, isDelayed: false } })
    await backend.settled()
    expect((await of(iris, 'MoneyBackRefused')).length).toBe(1)
    expect(await of(iris, 'RefundIssued')).toEqual([])
  })

  test('is paid automatically once the dispute is won', async () => {
    const iris = await claimed()
    const disputeId = await disputeOf(iris)
    const evidence = { evidence: { uncategorized_text: 'winning_evidence' }, submit: true }
    await backend.payments.ask((stripe) => stripe.disputes.update(disputeId, evidence))
    await vi.waitFor(
      async () => expect(await of(iris, 'RefundIssued')).toMatchObject([{ data: { amount: 1_200, cause: 'moneyBack' } }]),
      PATIENCE,
    )
  })

  test('covers the rest if part of it was refunded in the Stripe Dashboard', async () => {
    const kai = await backend.signedIn()
    await buy(kai, 'premium')
    const [paid] = await of(kai, 'InvoicePaid')
    await backend.restartWorker([])
    await backend.payments.ask((stripe) => stripe.refunds.create({ payment_intent: paid?.data.paymentId ?? '', amount: 500 }))
    const answer = await post('POST /api/subscription/money-back', kai)
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await of(kai, 'RefundIssued')).map(({ data }) => data.amount).toSorted()).toEqual([500, 700])
    await backend.restartWorker(reacting)
  })
})

test('a cancellation and a new card in the portal show up on the subscription page, where the plan can be resumed', async () => {
  const hana = await backend.signedIn()
  await buy(hana, 'premium')
  const { url } = (await post('POST /api/subscription/portal', hana)).json<{ url: string }>()
  const subscription = (await of(hana, 'InvoicePaid'))[0]?.data.subscriptionId ?? ''
  /** What the page says is charged next; null where nothing is. */
  const nextBill = async () => {
    const position = (await facts(hana)).at(-1)?.position ?? null
    backend.show(position)
    const page = await backend.send('GET /api/subscription', { token: hana.token })
    return page.json<{ nextBill: { amount: number } | null }>().nextBill
  }
  expect((await submit(`${url}/cancel`, { subscription })).status).toBe(303)
  await vi.waitFor(async () => expect(await typesOf(hana)).toContain('CancellationScheduled'), PATIENCE)
  expect(await nextBill()).toBeNull()

  expect((await submitCard(`${url}/card`, '5555555555554444')).status).toBe(303)
  const brand = await backend.payments.ask(async (stripe) => {
    const { default_payment_method } = await stripe.subscriptions.retrieve(subscription)
    return (await stripe.paymentMethods.retrieve(String(default_payment_method))).card?.brand
  })
  expect(brand).toBe('mastercard')

  expect((await submit(`${url}/resume`, { subscription })).status).toBe(303)
  await vi.waitFor(async () => expect(await typesOf(hana)).toContain('CancellationWithdrawn'), PATIENCE)
  expect(await nextBill()).toMatchObject({ amount: 1_200 })
  await has(hana, 'premium')
})

test('an erased customer is deleted at the payment provider, pays nothing more, and leaves only amounts', async () => {
  const [admin, ida] = [await backend.signedIn('admin'), await backend.signedIn('student', { firstName: 'Ida', lastName: 'Unforgotten' })]
  await buy(ida, 'basic')
  const [bought] = await of(ida, 'InvoicePaid')
  const { subscriptionId = '', invoiceId = '' } = bought?.data ?? {}
  expect(bought?.data.hostedUrl).not.toBeNull()
  const customerId = (await of(ida, 'CustomerMade'))[0]?.data.customerId ?? ''
  const erase = 'POST /api/admin/students/{id}/erase'
  const body = { email: ida.email, reason: 'Asked for by letter.' }
  const erased = await backend.send(erase, { token: admin.token, params: { id: ida.userId }, body })
  expect(erased.statusCode, erased.body).toBeLessThan(300)
  await vi.waitFor(async () => expect(await typesOf(ida)).toContain('SubscriptionEnded'), PATIENCE)
  expect(await typesOf(ida)).toContain('CustomerDeleted')
  expect((await of(ida, 'SubscriptionEnded'))[0]?.data).toMatchObject({ cause: 'erased', tier: 'basic', previousMonthlyAmount: 500 })
  const there = await backend.payments.ask(async (stripe) => ({
    customer: await stripe.customers.retrieve(customerId),
    subscription: await stripe.subscriptions.retrieve(subscriptionId),
    invoice: await stripe.invoices.retrieve(invoiceId),
  }))
  expect([there.customer.deleted, there.subscription.status, there.invoice.status]).toEqual([true, 'canceled', 'paid'])
  // The invoice keeps its amount, and nothing that identifies the person.
  backend.show((await facts(ida)).at(-1)?.position ?? null)
  const list = await backend.send('GET /api/admin/subscribers', { token: admin.token })
  expect(list.statusCode).toBe(200)
  expect(list.body).not.toContain(ida.userId)
  const detail = await backend.send('GET /api/admin/students/{id}', { token: admin.token, params: { id: ida.userId } })
  expect(detail.body).not.toMatch(/Unforgotten|Ida/)
  expect(detail.body).not.toContain(ida.email)
  expect(detail.body).not.toContain(customerId)
  const [kept] = await rowsIn(backend.ownerSql, invoices).invoices.where({ invoice_id: invoiceId })
  expect(kept).toMatchObject({ amount: 500, hosted_url: null })
})

describe('an event of the payment provider', () => {
  const signed = (payload: string, seconds = Math.floor(Date.now() / 1000)) => {
    const signature = createHmac('sha256', backend.webhookSecret).update(`${seconds}.${payload}`).digest('hex')
    return { 'stripe-signature': `t=${seconds},v1=${signature}`, 'content-type': 'application/json' }
  }
  const event = (id: string) =>
    JSON.stringify({ id, object: 'event', type: 'unheard.of', created: 1_700_000_000, data: { object: { object: 'unheard' } } })
  const deliver = (payload: string, headers: Record<string, string>) =>
    backend.commandApi.inject({ method: 'POST', url: '/api/stripe/webhook', payload, headers })

  test('counts once, whatever its kind, and only with a current signature', async () => {
    const payload = event('evt_unheard')
    for (let time = 0; time < 3; time++) expect((await deliver(payload, signed(payload))).json()).toEqual({ received: true })
    const kept = (await everyFact(backend.eventStore)).filter(({ streamName }) => streamName === 'stripeEvent-evt_unheard')
    expect(kept).toHaveLength(1)
    const forged = event('evt_forged')
    const wrong = [{}, { 'stripe-signature': 't=1,v1=00' }, signed(forged, Math.floor(Date.now() / 1000) - 400), signed(payload)]
    for (const headers of wrong) {
      const answer = await deliver(forged, { 'content-type': 'application/json', ...headers })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'signatureInvalid'])
    }
  })
})

// Last: it moves the clock of the payment provider.
test('a failed renewal ends in Free after 7 days, reconciliation finds what was missed, and then nothing differs', async () => {
  const [eve, finn] = [await backend.signedIn(), await backend.signedIn()]
  await buy(eve, 'premium', cards.failsAtRenewal)
  // A plan is bought while nothing listens.
  await backend.settled()
  await backend.restartWorker([])
  const page = await submitCard(await checkout(finn, 'basic'), cards.pays)
  expect(page.status).toBe(303)
  expect(await typesOf(finn)).not.toContain('InvoicePaid')
  expect(await backend.runJob('reconciliation')).toMatchObject({ mended: 1, differences: 1 })
  await has(finn, 'basic')
  expect(await backend.runJob('reconciliation')).toMatchObject({ mended: 0, differences: 0 })

  const [bought] = await of(finn, 'InvoicePaid')
  // An hour after a period ends its successor is asked for.
  const untilRenewal = Math.ceil((Date.parse(bought?.data.periodEnd ?? '') - Date.parse(backend.clock())) / 1000) + 2 * HOUR
  // Without listeners: a message on its way could come before the clock moves or after it.
  backend.stripe.moveForward(untilRenewal)
  backend.pass(untilRenewal * 1000)
  await backend.restartWorker(reacting)
  await vi.waitFor(async () => expect(await typesOf(eve)).toContain('PaymentReminded'), PATIENCE)
  expect((await of(eve, 'PaymentFailed'))[0]?.data).toMatchObject({ tier: 'premium', amount: 1200, attempt: 1 })
  await vi.waitFor(async () => expect((await of(finn, 'InvoicePaid')).map(({ data }) => data.kind)).toEqual(['first', 'renewal']), PATIENCE)
  await has(eve, 'premium')
  // Of all the others' renewals too.
  await backend.settled()
  for (const days of [3, 3]) {
    backend.pass(days * DAY * 1000)
    await backend.runJob('overdue-plans')
  }
  expect((await of(eve, 'PaymentReminded')).map(({ data }) => data.day)).toEqual([0, 3, 6])
  await has(eve, 'premium')
  backend.pass(DAY * 1000)
  expect(await backend.runJob('overdue-plans')).toMatchObject({ ended: 1 })
  await has(eve, 'free')
  expect((await of(eve, 'SubscriptionEnded')).at(-1)?.data).toMatchObject({ cause: 'unpaid', previousMonthlyAmount: 1200 })
  await backend.settled()
  expect(await backend.runJob('reconciliation')).toMatchObject({ differences: 0 })
})
