import { expect, test } from 'vitest'
import { type PlanRows, planOf } from './plan.ts'

const [start, end, now] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z', '2026-03-05T12:00:00.000Z']

const learner: NonNullable<PlanRows['learner']> = {
  user_id: '00000000-0000-4000-8000-000000000001',
  tier: 'premium',
  customer_id: 'cus_1',
  checkout_id: null,
  checkout_session_id: null,
  checkout_tier: null,
  checkout_outcome: null,
  first_paid_at: start,
  has_claimed_money_back: false,
  free_periods: [],
}
const plan: NonNullable<PlanRows['plan']> = {
  subscription_id: 'sub_1',
  user_id: learner.user_id,
  tier: 'premium',
  monthly_amount: 1_200,
  currency: 'usd',
  invoiced_at: start,
  period_start: start,
  period_end: end,
  changes_to: null,
  changes_at: null,
  ends_at: null,
  ended: null,
  told_tier: null,
  told_amount: null,
  told_from: null,
}
const usd = (amount: number) => ({ amount, currency: 'usd' })
const toldOf = (rows: Partial<PlanRows>, at = now) =>
  planOf({ learner, plan, openInvoice: null, refundable: 1_200, prices: [], ...rows }, at)

test('someone who never had a plan can buy one at current prices', () => {
  const prices = [{ tier: 'premium', ...usd(1_500) }] as const
  expect(toldOf({ learner: null, plan: null, prices })).toEqual({
    tier: 'free',
    state: 'free',
    paidTier: null,
    price: null,
    periodStartsAt: null,
    periodEndsAt: null,
    nextBill: null,
    scheduledChange: null,
    pastDue: null,
    moneyBack: null,
    may: ['checkout'],
    prices: { basic: usd(500), premium: usd(1_500) },
    checkout: null,
  })
})

test('a plan renews at its price, and can be changed, cancelled, and refunded for two weeks', () => {
  expect(toldOf({})).toMatchObject({
    state: 'active',
    price: usd(1_200),
    periodEndsAt: end,
    nextBill: { ...usd(1_200), at: end },
    moneyBack: { ...usd(1_200), until: '2026-03-15T12:00:00.000Z' },
    may: ['change', 'cancel', 'moneyBack', 'portal'],
  })
  expect(toldOf({}, '2026-03-15T11:59:59.999Z').may).toContain('moneyBack')
  expect(toldOf({}, '2026-03-15T12:00:00.000Z')).toMatchObject({ moneyBack: null, may: ['change', 'cancel', 'portal'] })
  expect(toldOf({ refundable: 0 }).may).not.toContain('moneyBack')
  expect(toldOf({ learner: { ...learner, has_claimed_money_back: true } }).may).not.toContain('moneyBack')
})

test('the next bill is for the scheduled plan, at the announced price', () => {
  const smaller = { ...plan, changes_to: 'basic', changes_at: end } as const
  expect(toldOf({ plan: smaller })).toMatchObject({ nextBill: { ...usd(500), at: end }, scheduledChange: { tier: 'basic', at: end } })
  const told = { ...plan, told_tier: 'premium', told_amount: 1_500, told_from: end } as const
  expect(toldOf({ plan: told }).nextBill).toEqual({ ...usd(1_500), at: end })
  expect(toldOf({ plan: { ...told, told_from: '2026-04-02T12:00:00.000Z' } }).nextBill).toEqual({ ...usd(1_200), at: end })
  expect(toldOf({ plan: { ...told, told_tier: 'basic' } }).nextBill).toEqual({ ...usd(1_200), at: end })
})

test('someone who began a checkout but never paid has no pages at the payment provider', () =>
  expect(toldOf({ plan: null, learner: { ...learner, tier: 'free', first_paid_at: null } }).may).toEqual(['checkout']))

test('a cancelled plan costs nothing more and can be resumed', () => {
  expect(toldOf({ plan: { ...plan, ends_at: end } })).toMatchObject({
    state: 'cancelling',
    periodEndsAt: end,
    nextBill: null,
    may: ['resume', 'moneyBack', 'portal'],
  })
})

test('an overdue payment shows its amount and until when the tier stays', () => {
  const openInvoice = { ...usd(1_200), at: now, grace_until: '2026-03-12T12:00:00.000Z' }
  expect(toldOf({ openInvoice })).toMatchObject({
    state: 'past_due',
    nextBill: null,
    pastDue: { ...usd(1_200), since: now, tierEndsAt: openInvoice.grace_until },
  })
})

test('an unpaid plan was granted, until a day or indefinitely', () => {
  const free_periods = [{ tier: 'premium', until: end }] as const
  expect(toldOf({ plan: null, learner: { ...learner, free_periods } })).toMatchObject({ state: 'free_period', periodEndsAt: end })
  expect(toldOf({ plan: null, learner: { ...learner, free_periods: [{ tier: 'basic', until: end }] } })).toMatchObject({
    state: 'granted',
    periodEndsAt: null,
  })
})
