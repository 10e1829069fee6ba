import { ownContext } from '@medicready/command-api/command-context'
import { discountCodeAggregate, redeemForFreePeriod, reserveCode } from '@medicready/domain/billing/discount-code'
import { startCheckout } from '@medicready/domain/billing/plan-commands'
import { type SubscriptionEvent, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { CallKey } from '@medicready/domain/contract/contract'
import { type ErrorCode, errors } from '@medicready/domain/refusals/shown/errors'
import { everyFact } from '@medicready/platform/testing/event-log'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Backend, ownBackend, type SignedIn } from './backend.ts'
import { signIn } from './bench/bench-product.ts'
import { cards, submitCard } from './payment-page.ts'

/** Discount codes through the API, with two command APIs. */

const PATIENCE = { timeout: 60_000, interval: 25 }
const DAY = 24 * 3_600_000
const HOUR = 3_600_000
const reacting = ['free-subscriptions', 'code-uses', 'coupons', 'stripe-events']

const backend = await ownBackend({ reacting })
const admin = await backend.signedIn('admin', { firstName: 'Ada', lastName: 'Min' })
const settings = { LOG_LEVEL: 'error', ATTEMPTS_PER_NETWORK: '100000', CALLS_PER_MINUTE: '100000' }
const other = await backend.startProcess('command-api', settings)
afterAll(() => other.end('SIGKILL'))

const as = ({ token }: { readonly token: string }, key: CallKey, asked: Parameters<Backend['send']>[1] = {}) =>
  backend.send(key, { token, ...asked })

const terms = {
  name: 'Spring course',
  description: 'For the spring course',
  discountType: 'percentage',
  discountValue: 25,
  grantsTier: null,
  maxUses: 7,
  expiresAt: null,
  reason: 'For a test',
}
const freeTerms = { ...terms, discountType: 'free_subscription', discountValue: 3, grantsTier: 'premium' }
const make = async (code: string, given: object = {}) => {
  const answer = await as(admin, 'POST /api/admin/discount-codes', { body: { code, ...terms, ...given } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string; code: string }>()
}
const change = (code: string, how: 'activate' | 'deactivate') =>
  as(admin, `POST /api/admin/discount-codes/{code}/${how}`, { params: { code }, body: { reason: 'For a test' } })
const validate = ({ token }: SignedIn, code: string) => backend.done('POST /api/discount-codes/validate', { token, body: { code } })
const use = (person: { token: string }, code: string) => as(person, 'POST /api/discount-codes/use', { body: { code } })
const listed = async (code: string, asOf?: string) => {
  const rows = await backend.done('GET /api/admin/discount-codes', { token: admin.token, ...(asOf !== undefined && { query: { asOf } }) })
  return rows.find((row) => row.code === code)
}
const uses = (code: string) => backend.done('GET /api/admin/discount-codes/{code}/uses', { token: admin.token, params: { code } })
const factsOf = async (code: string) =>
  (await everyFact(backend.eventStore)).filter(({ streamName }) => streamName === `discountCode-${code}`)
const saysInvalid = (code: ErrorCode) => ({ valid: false, discountCode: null, error: errors[code].message })

// First, since the payment provider's clock does not go forward with ours below.
describe('at the payment provider', () => {
  const checkout = (person: SignedIn, tier: string, promoCode: string) =>
    as(person, 'POST /api/subscription/checkout', { body: { tier, promoCode } })
  const isPaid = (code: string, person: SignedIn, amountSaved: number) =>
    vi.waitFor(async () => {
      const [use] = await uses(code)
      expect(use).toMatchObject({ userId: person.userId, kind: 'payment', amountSaved, subscriptionId: expect.stringMatching(/^sub_/) })
    }, PATIENCE)

  test('the worker creates the coupon of a code, which lowers the first payment', async () => {
    await make('QUARTER_OFF', { maxUses: 1 })
    await vi.waitFor(async () => expect((await listed('QUARTER_OFF'))?.stripeCouponId).toMatch(/-percentage-25$/), PATIENCE)
    const [ana, ben] = [await backend.signedIn(), await backend.signedIn()]
    const opened = await checkout(ana, 'premium', 'quarter_off')
    expect(opened.statusCode, opened.body).toBe(200)
    expect((await checkout(ana, 'premium', 'QUARTER_OFF')).json()).toEqual(opened.json())
    expect(await listed('QUARTER_OFF')).toMatchObject({ usedCount: 0, heldCount: 1 })
    expect((await checkout(ben, 'premium', 'QUARTER_OFF')).json()).toMatchObject({ code: 'discountCodeUsedUp' })
    expect((await submitCard(opened.json().url, cards.pays)).status).toBe(303)
    await isPaid('QUARTER_OFF', ana, 300)
    const facts = await everyFact(backend.eventStore)
    const paid = facts.find(({ type, data }) => type === 'InvoicePaid' && data.userId === ana.userId)
    expect(paid?.data).toMatchObject({ amount: 900, subtotal: 1_200, discount: 300, code: 'QUARTER_OFF', monthlyAmount: 1_200 })
    expect(await listed('QUARTER_OFF')).toMatchObject({ usedCount: 1, heldCount: 0, savings: 300 })
  })

  test('a checkout creates the coupon itself if the worker has not yet, and another discount is another coupon', async () => {
    await backend.restartWorker([])
    await make('FIXED', { discountType: 'fixed_amount', discountValue: 200 })
    const cleo = await backend.signedIn()
    await checkout(await backend.signedIn(), 'basic', 'NOBODYS')
    const half = { ...terms, discountType: 'fixed_amount', discountValue: 700 }
    await as(admin, 'PUT /api/admin/discount-codes/{code}', { params: { code: 'FIXED' }, body: half })
    const opened = await checkout(cleo, 'basic', 'FIXED')
    expect(opened.statusCode, opened.body).toBe(200)
    expect((await listed('FIXED'))?.stripeCouponId).toMatch(/-fixed_amount-700$/)
    await backend.restartWorker(reacting)
    expect((await submitCard(opened.json().url, cards.pays)).status).toBe(303)
    await isPaid('FIXED', cleo, 500)
    await backend.reacted()
    expect((await factsOf('FIXED')).filter(({ type }) => type === 'CouponMade')).toHaveLength(1)
  })

  test('choosing another plan releases a use, and a wrong code holds none', async () => {
    await make('CHANGES', { maxUses: 1 })
    await make('NOT-HERE', freeTerms)
    const [ana, ben] = [await backend.signedIn(), await backend.signedIn()]
    expect((await checkout(ana, 'premium', 'CHANGES')).statusCode).toBe(200)
    expect((await as(ana, 'POST /api/subscription/checkout', { body: { tier: 'premium', promoCode: '' } })).statusCode).toBe(200)
    await vi.waitFor(async () => expect((await validate(ben, 'CHANGES')).valid).toBe(true), PATIENCE)
    expect((await checkout(ben, 'premium', 'NOT-HERE')).json()).toMatchObject({ code: 'discountCodeNeedsNoCheckout' })
    expect((await checkout(ben, 'premium', 'NOBODYS')).json()).toMatchObject({ code: 'discountCodeInvalid' })
    await vi.waitFor(async () => expect(await listed('CHANGES')).toMatchObject({ usedCount: 0, heldCount: 0 }), PATIENCE)
  })

  test('new codes that 8 students use first at the same moment, at two processes, open a page for each student', async () => {
    const students = await Promise.all(Array.from({ length: 8 }, () => backend.signedIn()))
    const atTheOther = async ({ token }: SignedIn, promoCode: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ tier: 'premium', promoCode })
      return (await fetch(`${other.address}/api/subscription/checkout`, { method: 'POST', headers, body })).status
    }
    const here = async (student: SignedIn, promoCode: string) => (await checkout(student, 'premium', promoCode)).statusCode
    const refused: string[] = []
    for (let round = 1; round <= 6; round++) {
      const { code } = await make(`RACE${round}`, { maxUses: 8 })
      const statuses = await Promise.all(students.map((student, place) => (place % 2 ? here : atTheOther)(student, code)))
      refused.push(...statuses.filter((status) => status !== 200).map((status) => `${code}: ${status}`))
    }
    expect(refused).toEqual([])
  }, 180_000)

  test('a code whose promotion code is inactive heals itself', async () => {
    await make('HEALS')
    const student = await backend.signedIn()
    const promotionCodes = () => backend.payments.ask((stripe) => stripe.promotionCodes.list({ code: 'HEALS' }))
    await vi.waitFor(async () => expect((await listed('HEALS'))?.stripeCouponId).not.toBeNull(), PATIENCE)
    const [made] = (await promotionCodes()).data
    await backend.payments.ask((stripe) => stripe.promotionCodes.update(made?.id ?? '', { active: false }))
    expect((await checkout(student, 'premium', 'HEALS')).statusCode).toBe(200)
    expect((await promotionCodes()).data).toMatchObject([{ id: made?.id, active: true }])
  })

  test('a checkout whose page cannot be opened releases its use at once, without the worker', async () => {
    await make('UNOPENED', { maxUses: 1 })
    await backend.restartWorker([])
    const { commands } = backend.deps
    const [ana, ben] = [await backend.signedIn(), await backend.signedIn()]
    const { userId } = ana
    const began = { userId, checkoutId: uuidV4(), tier: 'premium' as const, now: backend.clock() }
    const expiresAt = new Date(Date.parse(began.now) + HOUR).toISOString()
    const context = () => ownContext('test', backend.clock)
    await commands.execute(discountCodeAggregate, 'UNOPENED', reserveCode({ ...began, reservedUntil: expiresAt }), context())
    // As a process left it that was killed, and whose promotion code has been replaced since.
    const code = { code: 'UNOPENED', promotionCodeId: 'promo_gone' }
    const started = startCheckout({ ...began, priceId: 'price_1', amount: 1_200, currency: 'usd', code, expiresAt })
    await commands.execute(subscriptionAggregate, userId, started, context())
    expect((await checkout(ana, 'premium', 'UNOPENED')).statusCode).toBe(500)
    expect((await checkout(ben, 'premium', 'UNOPENED')).statusCode).toBe(200)
    expect((await checkout(ana, 'premium', 'UNOPENED')).json()).toMatchObject({ code: 'discountCodeUsedUp' })
    await backend.restartWorker(reacting)
  })
})

test('200 students at once, at two processes, get exactly as many uses as the code has', async () => {
  await make('SEVEN', freeTerms)
  const tokens = await signIn(
    backend.ownerSql,
    Array.from({ length: 200 }, () => uuidV4()),
  )
  type Sent = { status: number; body: { code?: string } }
  const atTheOther = async (token: string, key: string): Promise<Sent> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await fetch(`${other.address}/api/discount-codes/use`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code: 'seven' }),
    })
    return { status: answer.status, body: (await answer.json()) as { code?: string } }
  }
  const here = async (token: string, key: string): Promise<Sent> => {
    const sent = { token, body: { code: 'seven' }, headers: { 'idempotency-key': key } }
    const answer = await backend.send('POST /api/discount-codes/use', sent)
    return { status: answer.statusCode, body: answer.json() }
  }
  // Who lost three races in a row against the other process, or waited too long at a busy one, is asked to try again.
  const untilDecided = async (send: () => Promise<Sent>): Promise<Sent> => {
    for (;;) {
      const sent = await send()
      if (!['conflict', 'unavailable'].includes(sent.body.code ?? '')) return sent
    }
  }
  const answers = await Promise.all(
    tokens.map((token, place) => {
      const key = uuidV4()
      return untilDecided(() => (place % 2 === 0 ? here(token, key) : atTheOther(token, key)))
    }),
  )
  const granted = answers.filter(({ status }) => status === 200)
  expect(granted).toHaveLength(7)
  for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('discountCodeUsedUp')
  const facts = await everyFact(backend.eventStore)
  const redeemed = facts.flatMap(({ type, data }) => (type === 'CodeRedeemed' && data.code === 'SEVEN' ? [data.userId] : []))
  const periods = facts.flatMap(({ type, data }) => (type === 'FreePeriodGranted' && data.code === 'SEVEN' ? [data.userId] : []))
  expect(new Set(redeemed).size).toBe(7)
  expect(periods.toSorted()).toEqual(redeemed.toSorted())
  await backend.reacted()
  expect(await listed('SEVEN')).toMatchObject({ usedCount: 7, heldCount: 0, maxUses: 7, savings: 7 * 3_600, conversionRate: 1 })
})

test('one person who sends a code twenty times at once uses it once', async () => {
  await make('ONCE-ONLY', { ...freeTerms, maxUses: null })
  const ana = await backend.signedIn()
  const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ code: 'once-only' })
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      if (place % 2 === 0) return (await use(ana, 'ONCE-ONLY')).statusCode
      return (await fetch(`${other.address}/api/discount-codes/use`, { method: 'POST', headers, body })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect((await factsOf('ONCE-ONLY')).filter(({ type }) => type === 'CodeRedeemed')).toHaveLength(1)
  expect(await validate(ana, 'ONCE-ONLY')).toEqual(saysInvalid('discountCodeUsed'))
})

test('a free subscription says what it includes, is granted, and ends', async () => {
  await make('FREE-MONTHS', freeTerms)
  const ana = await backend.signedIn()
  expect(await validate(ana, ' free-months ')).toEqual({
    valid: true,
    discountCode: {
      code: 'FREE-MONTHS',
      name: 'Spring course',
      description: 'For the spring course',
      discountType: 'free_subscription',
      discountValue: 3,
      grantsTier: 'premium',
    },
    error: null,
  })
  const answer = (await use(ana, 'free-months')).json<{ until: string }>()
  expect(answer).toMatchObject({ success: true, subscriptionGranted: true, subscriptionTier: 'premium' })
  const status = async () => (await as(ana, 'GET /api/subscription/status')).json()
  expect(await status()).toMatchObject({ subscriptionTier: 'premium' })
  expect(await uses('FREE-MONTHS')).toMatchObject([
    { userId: ana.userId, email: ana.email, kind: 'free_period', tier: 'premium', months: 3, amountSaved: 3_600, subscriptionId: null },
  ])

  const ends = Date.parse(answer.until) - Date.parse(backend.clock())
  expect(await backend.runJob('free-periods')).toEqual({ ended: 0 })
  backend.pass(ends + 1)
  expect(await backend.runJob('free-periods')).toMatchObject({ ended: expect.any(Number) })
  const { state } = await backend.deps.commands.load(subscriptionAggregate, ana.userId)
  expect(state.tier).toBe('free')
})

test('people who already have a plan keep the code', async () => {
  await make('FOR-FREE', freeTerms)
  const ana = await backend.signedIn()
  await backend.grant(ana.userId, 'basic')
  expect(await validate(ana, 'FOR-FREE')).toEqual(saysInvalid('discountCodeNeedsFreePlan'))
  expect((await use(ana, 'FOR-FREE')).json()).toMatchObject({ code: 'discountCodeNeedsFreePlan' })
  expect((await listed('FOR-FREE'))?.usedCount).toBe(0)
})

test('a process that is killed between the use and the subscription leaves it to the worker, which grants it once', async () => {
  await make('KILLED', freeTerms)
  const ana = await backend.signedIn()
  await backend.restartWorker([])
  const command = { userId: ana.userId, usageId: uuidV4(), now: backend.clock(), monthlyPrice: 1_200 }
  // As the killed process left it.
  const { position } = await backend.deps.commands.execute(
    discountCodeAggregate,
    'KILLED',
    redeemForFreePeriod(command),
    ownContext('test', backend.clock),
  )
  backend.show(position)
  expect((await backend.deps.commands.load(subscriptionAggregate, ana.userId)).state.tier).toBe('free')
  await backend.restartWorker(reacting)
  await vi.waitFor(
    async () => expect((await backend.deps.commands.load(subscriptionAggregate, ana.userId)).state.tier).toBe('premium'),
    PATIENCE,
  )
  await backend.restartWorker(reacting, { fromTheBeginning: true })
  await backend.reacted()
  const granted = (await everyFact(backend.eventStore)).filter(
    ({ type, data }) => type === 'FreePeriodGranted' && data.userId === ana.userId,
  )
  expect(granted).toHaveLength(1)
})

test('a code that is sent again with its key is used once and gets the same response', async () => {
  await make('AGAIN', freeTerms)
  const ana = await backend.signedIn()
  const headers = { 'idempotency-key': uuidV4() }
  const send = () => backend.send('POST /api/discount-codes/use', { token: ana.token, body: { code: 'AGAIN' }, headers })
  const [first, second] = [await send(), await send()]
  expect(first.statusCode).toBe(200)
  expect(second.json()).toEqual(first.json())
})

test('each reason has its own message; an impossible code gets the message of an unknown one', async () => {
  const [ana, ben] = [await backend.signedIn(), await backend.signedIn()]
  await make('ENDS', { ...terms, expiresAt: new Date(Date.parse(backend.clock()) + DAY).toISOString() })
  await make('OFF')
  await make('LAST', { ...freeTerms, maxUses: 1 })
  expect((await use(ben, 'LAST')).statusCode).toBe(200)
  expect((await change('OFF', 'deactivate')).json()).toEqual({ code: 'OFF', hasChanged: true })
  expect(await validate(ana, 'OFF')).toEqual(saysInvalid('discountCodeInactive'))
  expect(await validate(ana, 'LAST')).toEqual(saysInvalid('discountCodeUsedUp'))
  expect(await validate(ana, 'NOBODYS')).toEqual(saysInvalid('discountCodeInvalid'))
  expect(await validate(ana, 'no code $$')).toEqual(saysInvalid('discountCodeInvalid'))
  expect(errors.discountCodeInvalid.message).toBe('This discount code is not valid')
  expect((await use(ana, 'ENDS')).json()).toMatchObject({ code: 'discountCodeForCheckout' })
  expect((await validate(ana, 'ENDS')).valid).toBe(true)
  backend.pass(DAY)
  expect(await validate(ana, 'ENDS')).toEqual(saysInvalid('discountCodeExpired'))
  await change('OFF', 'activate')
  expect((await validate(ana, 'OFF')).valid).toBe(true)
  const words = (['Invalid', 'Inactive', 'Expired', 'UsedUp', 'Used'] as const).map((reason) => errors[`discountCode${reason}`].message)
  expect(new Set(words).size).toBe(words.length)
})

test('ten wrong codes an hour are checked, and knowing a valid one allows no more', async () => {
  await make('KNOWN')
  const ana = await backend.signedIn()
  const ben = await backend.signedIn()
  // What the worker and the payment provider have to say of the code comes when it comes.
  const written = async () =>
    (await everyFact(backend.eventStore)).filter(({ metadata: { actorId } }) => [ana, ben].some(({ userId }) => userId === actorId))
  const before = await written()
  for (let guess = 0; guess < 10; guess++) {
    expect((await validate(ana, 'KNOWN')).valid).toBe(true)
    expect((await validate(ana, `GUESS-${guess}`)).valid).toBe(false)
  }
  for (const code of ['GUESS-10', 'KNOWN']) {
    const answer = await as(ana, 'POST /api/discount-codes/validate', { body: { code } })
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000)
  }
  expect((await use(ana, 'GUESS-11')).statusCode).toBe(429)
  expect((await validate(ben, 'KNOWN')).valid).toBe(true)
  expect(await written()).toEqual(before)
  backend.pass(HOUR)
  expect((await validate(ana, 'KNOWN')).valid).toBe(true)
})

test('a use that a checkout holds is released if the checkout fails, and counted when it is paid', async () => {
  await make('CHECKOUT', { maxUses: 2 })
  const [ana, ben, cleo] = [await backend.signedIn(), await backend.signedIn(), await backend.signedIn()]
  const reservedUntil = new Date(Date.parse(backend.clock()) + HOUR).toISOString()
  const reserve = async ({ userId }: SignedIn, checkoutId: string) => {
    const decide = reserveCode({ userId, checkoutId, tier: 'premium', reservedUntil, now: backend.clock() })
    await backend.execute(discountCodeAggregate, 'CHECKOUT', decide)
  }
  const happens = async ({ userId }: SignedIn, events: readonly SubscriptionEvent[]) =>
    await backend.execute(subscriptionAggregate, userId, () => events)
  const started = ({ userId }: SignedIn, checkoutId: string): SubscriptionEvent => ({
    type: 'CheckoutStarted',
    data: {
      userId,
      checkoutId,
      tier: 'premium',
      priceId: 'price_1',
      amount: 1_200,
      currency: 'usd',
      code: { code: 'CHECKOUT', promotionCodeId: 'promo_1' },
      expiresAt: reservedUntil,
    },
  })
  const [anas, bens, cleos] = [uuidV4(), uuidV4(), uuidV4()]
  await reserve(ana, anas)
  await reserve(ben, bens)
  expect(await validate(cleo, 'CHECKOUT')).toEqual(saysInvalid('discountCodeUsedUp'))
  await happens(ana, [started(ana, anas), { type: 'CheckoutEnded', data: { userId: ana.userId, checkoutId: anas, outcome: 'expired' } }])
  await vi.waitFor(async () => expect((await validate(cleo, 'CHECKOUT')).valid).toBe(true), PATIENCE)

  // Ben's process was killed before his checkout began: an hour later his use is given back, and Cleo's not.
  await reserve(cleo, cleos)
  await happens(cleo, [started(cleo, cleos)])
  expect(await backend.runJob('abandoned-codes')).toEqual({ released: 0 })
  backend.pass(HOUR)
  expect(await backend.runJob('abandoned-codes')).toEqual({ released: 1 })
  await vi.waitFor(async () => expect(await listed('CHECKOUT')).toMatchObject({ usedCount: 0, heldCount: 1 }), PATIENCE)

  const at = backend.clock()
  const plan = { userId: cleo.userId, subscriptionId: 'sub_1', tier: 'premium' as const, currency: 'usd' }
  const period = { periodStart: at, periodEnd: new Date(Date.parse(at) + 30 * DAY).toISOString() }
  await happens(cleo, [
    { type: 'CheckoutEnded', data: { userId: cleo.userId, checkoutId: cleos, outcome: 'completed' } },
    {
      type: 'SubscriptionActivated',
      data: { ...plan, ...period, checkoutId: cleos, code: 'CHECKOUT', monthlyAmount: 1_200, activatedAt: at },
    },
    {
      type: 'InvoicePaid',
      data: {
        ...plan,
        ...period,
        invoiceId: 'in_1',
        number: null,
        kind: 'first',
        amount: 900,
        subtotal: 1_200,
        discount: 300,
        code: 'CHECKOUT',
        tax: 0,
        taxes: [],
        lines: [],
        previousMonthlyAmount: 0,
        monthlyAmount: 1_200,
        invoicedAt: at,
        paidAt: at,
        paymentId: 'pi_1',
        hostedUrl: null,
        pdfUrl: null,
      },
    },
  ])
  await vi.waitFor(
    async () =>
      expect(await uses('CHECKOUT')).toMatchObject([{ userId: cleo.userId, kind: 'payment', subscriptionId: 'sub_1', amountSaved: 300 }]),
    PATIENCE,
  )
  expect(await listed('CHECKOUT')).toMatchObject({ usedCount: 1, heldCount: 0, savings: 300 })
})

test('administrators create, change, and delete codes, with reasons that are kept; an earlier day shows the codes of that day', async () => {
  const { id } = await make('LIFE')
  const today = backend.clock().slice(0, 10)
  const twice = await as(admin, 'POST /api/admin/discount-codes', { body: { code: 'life', ...terms } })
  expect(twice.json()).toMatchObject({ code: 'discountCodeTaken' })
  const wrong = await as(admin, 'POST /api/admin/discount-codes', { body: { code: 'WRONG', ...terms, discountValue: 101 } })
  expect(wrong.json()).toMatchObject({ issues: [{ path: 'discountValue', message: expect.stringContaining('from 1 to 100') }] })
  backend.pass(2 * DAY)
  const params = { code: 'LIFE' }
  const revised = await as(admin, 'PUT /api/admin/discount-codes/{code}', { params, body: { ...terms, name: 'Summer', maxUses: null } })
  expect(revised.json()).toEqual({ code: 'LIFE', hasChanged: true })
  expect(await listed('LIFE')).toMatchObject({ id, name: 'Summer', maxUses: null, isActive: true, usedCount: 0, conversionRate: 0 })
  expect(await listed('LIFE', today)).toMatchObject({ id, name: 'Spring course', maxUses: 7, heldCount: 0 })
  expect((await as(admin, 'DELETE /api/admin/discount-codes/{code}', { params, body: { reason: 'Not needed' } })).json()).toEqual({
    code: 'LIFE',
    hasChanged: true,
  })
  expect(await listed('LIFE')).toBeUndefined()
  expect(await listed('LIFE', today)).toMatchObject({ name: 'Spring course' })
  const gone = await as(admin, 'DELETE /api/admin/discount-codes/{code}', { params, body: { reason: 'Not needed' } })
  expect(gone.json()).toMatchObject({ code: 'discountCodeNotFound' })
  // Between them the worker may have made the coupon.
  expect((await factsOf('LIFE')).flatMap(({ data }) => ('by' in data ? [[data.by, 'reason' in data && data.reason]] : []))).toEqual([
    [admin.userId, 'For a test'],
    [admin.userId, 'For a test'],
    [admin.userId, 'Not needed'],
  ])
})

test('rebuilding gives the same rows', async () => expect(await backend.rebuildAll()).toEqual([]))
