import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { moneyIn, observeRefund, observeSubscription } from './observe.ts'
import { claimMoneyBack } from './plan-commands.ts'
import type { InvoiceSnapshot, RefundSnapshot, SubscriptionSnapshot } from './snapshots.ts'
import { currentPlan, type SubscriptionEvent, type SubscriptionState, subscriptionAggregate } from './subscription.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
const now = day(400)
const prices = { basic: 500, premium: 1200 } as const

const invoice = (number: number, change: Partial<InvoiceSnapshot> & { tier?: 'basic' | 'premium' } = {}): InvoiceSnapshot => {
  const { tier = 'premium', ...rest } = change
  const from = day(number * 30)
  return {
    invoiceId: `in_${number}`,
    number: `A-${number}`,
    kind: number === 0 ? 'first' : 'renewal',
    status: 'paid',
    plan: { tier, monthlyAmount: prices[tier], periodStart: from, periodEnd: day(number * 30 + 30) },
    currency: 'usd',
    subtotal: prices[tier],
    discount: 0,
    tax: 0,
    taxes: [],
    lines: [],
    amountPaid: change.status && change.status !== 'paid' ? 0 : prices[tier],
    amountDue: prices[tier],
    attempts: 1,
    invoicedAt: from,
    since: from,
    paidAt: from,
    paymentId: `pi_${number}`,
    hostedUrl: null,
    pdfUrl: null,
    ...rest,
  }
}

const snapshot = (invoices: readonly InvoiceSnapshot[], change: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot => ({
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
  userId,
  checkoutId: null,
  code: null,
  hasEnded: false,
  endedAt: null,
  endsAt: null,
  next: { itemId: 'si_1', tier: 'premium', priceId: 'price_premium' },
  currency: 'usd',
  invoices,
  ...change,
})
const toBasic = { itemId: 'si_1', tier: 'basic', priceId: 'price_basic' } as const

const after = (snapshots: readonly SubscriptionSnapshot[], at = now): { facts: SubscriptionEvent[]; state: SubscriptionState } =>
  snapshots.reduce<{ facts: SubscriptionEvent[]; state: SubscriptionState }>(
    ({ facts, state }, next) => {
      const more = observeSubscription({ userId, now: at, snapshot: next })(state)
      return { facts: [...facts, ...more], state: fold(subscriptionAggregate, more, state) }
    },
    { facts: [], state: subscriptionAggregate.initial },
  )
const typesOf = ({ facts }: { facts: readonly SubscriptionEvent[] }) => facts.map(({ type }) => type)

describe('a subscription is', () => {
  test('activated by its first payment, once, with every number', () => {
    const heard = after([snapshot([invoice(0)]), snapshot([invoice(0)])])
    expect(typesOf(heard)).toEqual(['CustomerMade', 'InvoicePaid', 'SubscriptionActivated', 'TierChanged'])
    expect(heard.state.tier).toBe('premium')
    expect(heard.facts[1]?.data).toMatchObject({ previousMonthlyAmount: 0, monthlyAmount: 1200, amount: 1200, kind: 'first' })
    expect(heard.facts[3]?.data).toMatchObject({ from: 'free', to: 'premium', cause: 'purchased' })
  })

  test('not started while its first payment fails', () => {
    expect(typesOf(after([snapshot([invoice(0, { status: 'open' })])]))).toEqual(['CustomerMade'])
  })

  test('smaller only once the smaller plan is paid for, and the change can be withdrawn', () => {
    const asked = after([snapshot([invoice(0)]), snapshot([invoice(0)], { next: toBasic })])
    expect(asked.state.tier).toBe('premium')
    expect(currentPlan(asked.state)?.changesTo).toBe('basic')
    const paid = after([snapshot([invoice(0)]), snapshot([invoice(0), invoice(1, { tier: 'basic' })], { next: toBasic })])
    expect(paid.state.tier).toBe('basic')
    expect(paid.facts.at(-1)?.data).toMatchObject({ cause: 'downgraded' })
    expect(currentPlan(paid.state)?.changesTo).toBeNull()
    const withdrawn = after([snapshot([invoice(0)]), snapshot([invoice(0)], { next: toBasic }), snapshot([invoice(0)])])
    expect(withdrawn.facts.at(-1)?.type).toBe('PlanChangeWithdrawn')
  })

  test('larger once the difference is paid', () => {
    const change = invoice(1, { kind: 'change', invoicedAt: day(10), amountPaid: 467 })
    const heard = after([snapshot([invoice(0, { tier: 'basic' })], { next: toBasic }), snapshot([invoice(0, { tier: 'basic' }), change])])
    expect(heard.facts.at(-2)?.data).toMatchObject({ previousMonthlyAmount: 500, monthlyAmount: 1200 })
    expect(heard.facts.at(-1)?.data).toMatchObject({ from: 'basic', to: 'premium', cause: 'upgraded' })
  })

  test('kept while a renewal is overdue, then ended for it', () => {
    const overdue = invoice(1, { status: 'open' })
    const failed = after([snapshot([invoice(0), overdue])], day(31))
    expect(failed.state.tier).toBe('premium')
    expect(failed.facts.at(-1)).toMatchObject({ type: 'PaymentFailed', data: { since: day(30), graceUntil: day(37), attempt: 1 } })
    const ended = after([snapshot([invoice(0), overdue]), snapshot([invoice(0), invoice(1, { status: 'void' })], { hasEnded: true })])
    expect(ended.facts.slice(-2)).toMatchObject([
      { type: 'SubscriptionEnded', data: { cause: 'unpaid', previousMonthlyAmount: 1200 } },
      { type: 'TierChanged', data: { to: 'free', cause: 'unpaid' } },
    ])
  })

  test('never started by a payment reported after its end, though the money counts', () => {
    const heard = after([snapshot([], { hasEnded: true }), snapshot([invoice(0)], { hasEnded: true })])
    expect(heard.state.tier).toBe('free')
    expect(moneyIn(heard.state)).toBe(1200)
    expect(heard.facts.at(-1)?.data).toMatchObject({ previousMonthlyAmount: 0, monthlyAmount: 0 })
  })
})

test('money back: once per person, within 14 days, for the amount paid', () => {
  const { facts } = after([snapshot([invoice(0)])], day(1))
  const bought = given(subscriptionAggregate, facts)
  bought.when(claimMoneyBack({ userId, now: day(14) })).refuses('moneyBackOver')
  const payments = [{ invoiceId: 'in_0', paymentId: 'pi_0', amount: 1200 }]
  const claimed: SubscriptionEvent = {
    type: 'MoneyBackClaimed',
    data: { userId, subscriptionId: 'sub_1', amount: 1200, currency: 'usd', payments },
  }
  bought.when(claimMoneyBack({ userId, now: new Date(Date.parse(day(14)) - 1).toISOString() })).emits([claimed])
  given(subscriptionAggregate, [...facts, claimed])
    .when(claimMoneyBack({ userId, now: day(2) }))
    .emits([])
  const ended = observeSubscription({ userId, now: day(2), snapshot: snapshot([invoice(0)], { hasEnded: true }) })(
    fold(subscriptionAggregate, [...facts, claimed]),
  )
  expect(ended).toMatchObject([{ data: { cause: 'refunded' } }, { data: { to: 'free', cause: 'refunded' } }])
  const again = after([snapshot([invoice(5)], { subscriptionId: 'sub_2' })], day(151)).facts
  given(subscriptionAggregate, [...facts, claimed, ...ended, ...again])
    .when(claimMoneyBack({ userId, now: day(151) }))
    .refuses('moneyBackUsed')
})

/** A history of two subscriptions as the payment provider could see it, moment by moment. */
const step = fc.constantFrom('renew', 'fail', 'recover', 'smaller', 'larger', 'cancel', 'resume', 'end', 'new', 'refund', 'refundFails')
interface Provider {
  readonly subscriptions: readonly SubscriptionSnapshot[]
  readonly refunds: readonly RefundSnapshot[]
}

function lived(steps: readonly string[]): Provider[] {
  let subscriptions: SubscriptionSnapshot[] = []
  let refunds: RefundSnapshot[] = []
  const moments: Provider[] = []
  for (const [index, what] of ['new', ...steps].entries()) {
    const last = subscriptions.at(-1)
    const [unpaid] = last?.invoices.filter(({ status }) => status === 'open') ?? []
    const put = (change: Partial<SubscriptionSnapshot>) => {
      if (last && !last.hasEnded) subscriptions = [...subscriptions.slice(0, -1), { ...last, ...change }]
    }
    const invoices = last?.invoices ?? []
    const tier = last?.next.tier ?? 'premium'
    if (what === 'new' && (!last || last.hasEnded))
      subscriptions = [...subscriptions, snapshot([invoice(index, { kind: 'first' })], { subscriptionId: `sub_${index}` })]
    if (what === 'renew' && !unpaid) put({ invoices: [...invoices, invoice(index, { kind: 'renewal', tier })] })
    if (what === 'fail' && !unpaid) put({ invoices: [...invoices, invoice(index, { kind: 'renewal', tier, status: 'open' })] })
    if (what === 'recover' && unpaid)
      put({ invoices: invoices.map((one) => (one === unpaid ? { ...one, status: 'paid', amountPaid: one.amountDue, attempts: 2 } : one)) })
    if (what === 'smaller') put({ next: toBasic })
    if (what === 'larger' && tier === 'basic' && !unpaid)
      put({ next: snapshot([]).next, invoices: [...invoices, invoice(index, { kind: 'change', amountPaid: 467 })] })
    if (what === 'cancel') put({ endsAt: day(index * 30 + 30) })
    if (what === 'resume') put({ endsAt: null })
    if (what === 'end') put({ hasEnded: true, endedAt: day(index * 30), endsAt: null })
    const paid = invoices.find(({ status, invoiceId }) => status === 'paid' && !refunds.some((refund) => refund.invoiceId === invoiceId))
    if (what === 'refund' && paid)
      refunds = [
        ...refunds,
        {
          refundId: `re_${index}`,
          invoiceId: paid.invoiceId,
          amount: 100,
          currency: 'usd',
          hasFailed: false,
          isMoneyBack: false,
          issuedAt: day(index * 30),
        },
      ]
    if (what === 'refundFails') refunds = refunds.map((refund) => ({ ...refund, hasFailed: true }))
    moments.push({ subscriptions, refunds })
  }
  return moments
}

const hear = (state: SubscriptionState, { subscriptions, refunds }: Provider, order: readonly number[]): SubscriptionState => {
  const decisions = [
    ...subscriptions.map((one) => observeSubscription({ userId, now, snapshot: one })),
    ...refunds.map((refund) => observeRefund({ userId, now, refund })),
  ]
  return order.reduce((before, at) => {
    const decide = decisions[at % decisions.length]
    return decide ? fold(subscriptionAggregate, decide(before), before) : before
  }, state)
}

/** Without the order of reports. */
const sorted = <Item>(items: readonly Item[]): Item[] =>
  [...items].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
const asSets = (state: SubscriptionState) => ({
  tier: state.tier,
  plans: sorted(state.plans.map(({ ended, paid, ...plan }) => ({ ...plan, hasEnded: ended !== null, paid: ended === null ? paid : null }))),
  openInvoices: sorted(state.openInvoices.map(({ invoiceId, since, attempt }) => ({ invoiceId, since, attempt }))),
  payments: sorted(state.payments.map(({ invoiceId, amount, paymentId }) => ({ invoiceId, amount, paymentId }))),
  refunds: sorted(state.refunds),
})

test('the final state at the provider holds, whatever reports were missed, repeated, or reordered', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 14 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 }),
      fc.nat(),
      (steps, heard, turn) => {
        const moments = lived(steps)
        const end = moments.at(-1) as Provider
        // Each message triggers a fresh look at the current state, which never goes back in time.
        const looks = heard.map(([when, what]) => [when % moments.length, what] as const).sort(([one], [other]) => one - other)
        let state = subscriptionAggregate.initial
        for (const [when, what] of looks) state = hear(state, moments[when] as Provider, [what, what])
        const count = end.subscriptions.length + end.refunds.length
        const inTurn = Array.from({ length: count }, (_, index) => (index + turn) % count)
        state = hear(state, end, inTurn)
        expect(asSets(state)).toEqual(asSets(hear(subscriptionAggregate.initial, end, [...inTurn].reverse())))
        expect(hear(state, end, inTurn)).toEqual(state)
        const paid = end.subscriptions.flatMap(({ invoices }) => invoices.filter(({ status }) => status === 'paid'))
        const back = end.refunds.filter(({ hasFailed }) => !hasFailed)
        const ledger = paid.reduce((sum, { amountPaid }) => sum + amountPaid, 0) - back.reduce((sum, { amount }) => sum + amount, 0)
        expect(moneyIn(state)).toBe(ledger)
      },
    ),
    { numRuns: 500 },
  )
})

test("a month's result is the sum of its changes, in any order of reports", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), fc.array(fc.nat(), { maxLength: 20 }), (steps, heard) => {
      const moments = lived(steps)
      let state = subscriptionAggregate.initial
      let monthly = 0
      for (const when of [...heard.map((each) => each % moments.length).sort((one, other) => one - other), moments.length - 1])
        for (const one of (moments[when] as Provider).subscriptions) {
          const facts = observeSubscription({ userId, now, snapshot: one })(state)
          state = fold(subscriptionAggregate, facts, state)
          for (const { type, data } of facts) {
            if (type === 'InvoicePaid') monthly += data.monthlyAmount - data.previousMonthlyAmount
            if (type === 'SubscriptionEnded') monthly -= data.previousMonthlyAmount
          }
          const current = state.plans.filter(({ ended, paid }) => ended === null && paid !== null)
          expect(monthly).toBe(current.reduce((sum, { paid }) => sum + (paid?.monthlyAmount ?? 0), 0))
        }
    }),
  )
})
