import type { OfferedPrices } from '@medicready/domain/contract/billing/billing'
import type { CallKey } from '@medicready/domain/contract/contract'
import type { FactOf, FactType } from '@medicready/domain/events'
import { everyFact } from '@medicready/platform/testing/event-log'
import { v4 as uuidV4 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { type Backend, ownBackend, type SignedIn } from './backend.ts'
import { cards, payOnPage } from './payment-page.ts'

/**
 * A new price, from the administrator's word to the invoice that asks for it: at once for who buys, and for who has a
 * plan with the first period that begins 30 days after the mail.
 */

const HOUR = 3_600
const DAY = 24 * HOUR
const PATIENCE = { timeout: 60_000, interval: 50 }
const reacting = ['stripe-events', 'announced-prices', 'billing-mails']

const backend = await ownBackend({ reacting })
const admin = await backend.signedIn('admin')

const ask = ({ token }: SignedIn, key: CallKey, given: Parameters<Backend['send']>[1] = {}) => backend.send(key, { token, ...given })
const announce = (body: object, key = uuidV4()) =>
  ask(admin, 'POST /api/admin/prices/{tier}', {
    params: { tier: 'premium' },
    body: { reason: 'More questions.', ...body },
    headers: { 'idempotency-key': key },
  })
const premium = async () => (await backend.done('GET /api/admin/prices', { token: admin.token })).find(({ tier }) => tier === 'premium')
const mrr = async () => (await backend.done('GET /api/admin/subscriptions', { token: admin.token })).mrr

const factsOf = async <Type extends FactType>({ userId }: SignedIn, type: Type): Promise<FactOf<Type>['data'][]> => {
  const own = (await everyFact(backend.eventStore)).filter(({ streamName }) => streamName === `subscription-${userId}`)
  backend.show(own.at(-1)?.position ?? null)
  return own.flatMap((fact) => (fact.type === type ? [fact.data as FactOf<Type>['data']] : []))
}
const amountsOf = async (person: SignedIn) => (await factsOf(person, 'InvoicePaid')).map(({ amount }) => amount)
const toldBy = (person: SignedIn) => backend.lettersTo(person).filter(({ message }) => /Subject: The price of your/.test(message)).length

/** The price of Premium that visitors see, now and later. */
async function offered(): Promise<OfferedPrices['premium']> {
  await backend.settled()
  return (await backend.done('GET /api/prices')).premium
}
const receipts = (person: SignedIn) =>
  backend.lettersTo(person).flatMap(({ message, text }) => (message.includes('Subject: Your receipt') ? [text] : []))

async function buy(person: SignedIn, tier: string): Promise<void> {
  const { url } = (await ask(person, 'POST /api/subscription/checkout', { body: { tier } })).json<{ url: string }>()
  expect(await payOnPage(url, cards.pays, { signal: AbortSignal.timeout(PATIENCE.timeout) })).toBe(true)
  await vi.waitFor(async () => expect(await factsOf(person, 'InvoicePaid')).toHaveLength(1), PATIENCE)
}

/** Without listeners: a message on its way could come before the clock moves or after it. */
async function pass(seconds: number): Promise<void> {
  await backend.settled()
  await backend.restartWorker([])
  backend.stripe.moveForward(seconds)
  backend.pass(seconds * 1_000)
  await backend.restartWorker(reacting)
}
const passTo = (instant: string): Promise<void> => pass(Math.ceil((Date.parse(instant) - Date.parse(backend.clock())) / 1_000))

test('an announced price applies to new buyers at once, and to subscribers from the first period 30 days after the email', async () => {
  const [ana, ben, cara] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn()]
  await buy(ana, 'premium')
  await buy(ben, 'basic')
  // So that a period ends before the 30 days do, however long the month is.
  await pass(10 * DAY)

  const key = uuidV4()
  const [first, again] = [await announce({ amount: 1_500 }, key), await announce({ amount: 1_500 }, key)]
  expect([first.statusCode, first.json()]).toEqual([200, { tier: 'premium', amount: 1_500, holdsFrom: expect.any(String) }])
  expect(again.json()).toEqual(first.json())
  expect(await premium()).toEqual({ tier: 'premium', amount: 1_500, currency: 'usd', announced: null, subscribers: 1, atOtherPrice: 1 })
  expect(await offered()).toEqual({ amount: 1_500, currency: 'usd', announced: null })
  expect((await announce({ amount: 1_500 })).json()).toMatchObject({ code: 'priceUnchanged' })
  for (const amount of [0, 49, 100_001, 12.5]) expect((await announce({ amount })).statusCode).toBe(400)
  expect((await announce({ amount: 1_600, holdsFrom: '2020-01-01' })).json()).toMatchObject({ code: 'priceDayOutOfRange' })
  expect((await announce({ amount: 1_600, reason: ' ' })).statusCode).toBe(400)

  await vi.waitFor(() => expect(toldBy(ana)).toBe(1), PATIENCE)
  const [told] = await factsOf(ana, 'PriceChangeTold')
  expect(told).toMatchObject({ formerAmount: 1_200, amount: 1_500 })
  const notice = Date.parse(told?.holdsFrom ?? '') - Date.parse(first.json<{ holdsFrom: string }>().holdsFrom)
  expect(notice).toBeGreaterThanOrEqual(30 * DAY * 1_000)

  // Who buys meanwhile pays it.
  await buy(cara, 'premium')
  expect(await amountsOf(cara)).toEqual([1_500])
  expect(await mrr()).toBe(1_200 + 500 + 1_500)

  // A future price is announced and taken back, without a notice.
  const inFiveDays = new Date(Date.parse(backend.clock()) + 5 * DAY * 1_000).toISOString().slice(0, 10)
  expect((await announce({ amount: 1_400, holdsFrom: inFiveDays })).statusCode).toBe(200)
  expect((await premium())?.announced).toEqual({ amount: 1_400, holdsFrom: `${inFiveDays}T00:00:00.000Z` })
  expect(await offered()).toMatchObject({ amount: 1_500, announced: { amount: 1_400, holdsFrom: `${inFiveDays}T00:00:00.000Z` } })
  expect((await announce({ amount: 1_500 })).statusCode).toBe(200)
  expect((await premium())?.announced).toBeNull()
  expect(await offered()).toMatchObject({ announced: null })
  const audited = await ask(admin, 'GET /api/admin/audit')
  expect(audited.json<{ what: string; reason: string }[]>().filter(({ what }) => what.startsWith('Announced Premium'))).toHaveLength(3)

  // The period ends before the 30 days do.
  const [bought] = await factsOf(ana, 'InvoicePaid')
  await passTo(new Date(Date.parse(bought?.periodEnd ?? '') + 2 * HOUR * 1_000).toISOString())
  await vi.waitFor(async () => expect(await amountsOf(ana)).toEqual([1_200, 1_200]), PATIENCE)
  expect(await backend.runJob('prices')).toEqual({ told: 0, applied: 0 })

  await passTo(told?.holdsFrom ?? '')
  expect(await backend.runJob('prices')).toEqual({ told: 0, applied: 1 })
  expect(await backend.runJob('prices')).toEqual({ told: 0, applied: 0 })
  // Nothing is charged for what is left of the period.
  expect(await amountsOf(ana)).toEqual([1_200, 1_200])
  const renewed = (await factsOf(ana, 'InvoicePaid')).at(-1)
  await passTo(new Date(Date.parse(renewed?.periodEnd ?? '') + 2 * HOUR * 1_000).toISOString())
  await vi.waitFor(async () => expect(await amountsOf(ana)).toEqual([1_200, 1_200, 1_500]), PATIENCE)
  expect((await factsOf(ana, 'InvoicePaid')).at(-1)).toMatchObject({
    kind: 'renewal',
    previousMonthlyAmount: 1_200,
    monthlyAmount: 1_500,
  })
  await vi.waitFor(async () => expect((await amountsOf(ben)).length).toBe(3), PATIENCE)
  expect(await mrr()).toBe(1_500 + 500 + 1_500)
  expect(await premium()).toMatchObject({ amount: 1_500, atOtherPrice: 0 })
  expect([toldBy(ana), toldBy(ben), toldBy(cara)]).toEqual([1, 0, 0])

  // Each receipt says that the plan renews automatically, at which price, and how to cancel it.
  await vi.waitFor(() => expect(receipts(ana)).toHaveLength(3), PATIENCE)
  const renewals = receipts(ana).map((text) =>
    /Premium renews automatically on \w+ \d+, \d{4} and every month after it for (\$[\d.]+)/.exec(text),
  )
  expect(renewals.map((found) => found?.[1])).toEqual(['$12', '$15', '$15'])
  for (const text of receipts(ana)) expect(text).toContain('with Cancel plan on the Subscription page')
  await backend.settled()
  expect(await backend.runJob('reconciliation')).toMatchObject({ differences: 0 })
  expect(await backend.rebuildAll()).toEqual([])
})

test('a future price is set on its day, and withdrawing it after the email leaves existing plans as they were, with another email', async () => {
  const dana = await backend.signedIn()
  await buy(dana, 'premium')
  const tomorrow = new Date(Date.parse(backend.clock()) + DAY * 1_000).toISOString().slice(0, 10)
  expect((await announce({ amount: 1_900, holdsFrom: tomorrow })).statusCode).toBe(200)
  expect(await backend.runJob('prices')).toEqual({ told: 0, applied: 0 })
  expect(await premium()).toMatchObject({ amount: 1_500, announced: { amount: 1_900 } })
  await passTo(`${tomorrow}T00:00:01.000Z`)
  await backend.runJob('prices')
  expect(await premium()).toMatchObject({ amount: 1_900, announced: null })
  await vi.waitFor(() => expect(toldBy(dana)).toBe(1), PATIENCE)
  expect((await announce({ amount: 1_500 })).statusCode).toBe(200)
  await vi.waitFor(() => expect(toldBy(dana)).toBe(2), PATIENCE)
  expect(backend.mails.taken.filter(({ to, message }) => to === dana.email && message.includes('plan stays'))).not.toHaveLength(0)
  expect(await premium()).toMatchObject({ amount: 1_500, atOtherPrice: 0 })
})
