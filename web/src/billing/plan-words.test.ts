import type { Subscription } from '@medicready/domain/contract/billing/billing'
import { expect, it } from 'vitest'
import { choiceOf, differenceNow, standingOf } from './plan-words.ts'

const [start, end] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z']
const usd = (amount: number) => ({ amount, currency: 'usd' })
const free: Subscription = {
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
  prices: { basic: usd(500), premium: usd(1_200) },
  checkout: null,
}
const premium: Subscription = {
  ...free,
  tier: 'premium',
  state: 'active',
  paidTier: 'premium',
  price: usd(1_200),
  periodStartsAt: start,
  periodEndsAt: end,
  nextBill: { ...usd(1_200), at: end },
  may: ['change', 'cancel', 'portal'],
}
const basic: Subscription = { ...premium, tier: 'basic', paidTier: 'basic', price: usd(500), nextBill: { ...usd(500), at: end } }
const toBasic: Subscription = { ...premium, scheduledChange: { tier: 'basic', at: end }, nextBill: { ...usd(500), at: end } }
const cancelling: Subscription = { ...premium, state: 'cancelling', nextBill: null, may: ['resume', 'portal'] }
const pastDue: Subscription = {
  ...premium,
  state: 'past_due',
  nextBill: null,
  pastDue: { ...usd(1_200), since: end, tierEndsAt: '2026-04-08T12:00:00.000Z' },
}
const freePeriod: Subscription = { ...free, tier: 'premium', state: 'free_period', periodEndsAt: end }
const granted: Subscription = { ...free, tier: 'premium', state: 'granted' }

it.each([
  [free, null],
  [premium, 'Renews on Apr 1, 2026 for $12.'],
  [toBasic, 'Changes to Basic on Apr 1, 2026, for $5 a month. You keep full access until then.'],
  [{ ...basic, tier: 'premium' } as const, 'Basic renews on Apr 1, 2026 for $5.'],
  [cancelling, 'Your plan ends on Apr 1, 2026. You keep full access until then.'],
  [pastDue, '$12 is due since Apr 1, 2026.'],
  [freePeriod, 'Free until Apr 1, 2026, without a card. Your account then moves to Free, and you are not charged.'],
  [granted, 'You have Premium at no cost.'],
])('says how a plan stands and goes on', (plan, words) => expect(standingOf(plan)).toBe(words))

it('offers the available plans and says why the others are not', () => {
  const choices = (plan: Subscription) => (['free', 'basic', 'premium'] as const).map((tier) => choiceOf(tier, plan))
  expect(choices(free)).toEqual([
    { kind: 'current', label: 'Current Plan', reason: "You're already on the free plan." },
    { kind: 'buy', label: 'Upgrade to Basic' },
    { kind: 'buy', label: 'Upgrade to Premium' },
  ])
  expect(choices(basic)).toEqual([
    { kind: 'cancel', label: 'Change to Free' },
    { kind: 'current', label: 'Current Plan', reason: 'This is your current plan.' },
    { kind: 'upgrade', label: 'Upgrade to Premium' },
  ])
  expect(choices(premium)[1]).toEqual({ kind: 'downgrade', label: 'Change to Basic' })
  expect(choices(toBasic)[1]).toEqual({ kind: 'closed', label: 'Change to Basic', reason: 'Basic starts on Apr 1, 2026.' })
  expect(choices(cancelling).slice(0, 2)).toEqual([
    { kind: 'closed', label: 'Change to Free', reason: 'Your account moves to Free on Apr 1, 2026.' },
    { kind: 'closed', label: 'Change to Basic', reason: 'Your plan ends on Apr 1, 2026. Keep it first.' },
  ])
  expect(choices(pastDue)[1]).toMatchObject({ kind: 'closed', reason: 'A payment is due. Please update your card first.' })
  expect(choices(freePeriod).map(({ kind }) => kind)).toEqual(['closed', 'closed', 'current'])
  expect(choices(granted)[0]).toMatchObject({ kind: 'closed', reason: 'Your plan is free, so there is nothing to cancel.' })
})

it('estimates the immediate cost of an upgrade from the rest of the period', () => {
  expect(differenceNow(basic, usd(1_200), Date.parse(start))).toEqual(usd(700))
  expect(differenceNow(basic, usd(1_200), (Date.parse(start) + Date.parse(end)) / 2)).toEqual(usd(350))
  expect(differenceNow(basic, usd(1_200), Date.parse(end) + 1)).toEqual(usd(0))
  expect(differenceNow(free, usd(1_200), Date.parse(start))).toBeNull()
})
