import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../core/shown/calendar.ts'
import { deferralOf, deferredAfter } from './deferral.ts'
import { type FigureEntry, givenBack, movedInBank, paid, planMoved, type SubscribedPlan, sessionRated } from './figures.ts'

const sumOf = (entries: readonly FigureEntry[], figure: FigureEntry['figure'], group?: string): number =>
  entries.reduce((sum, entry) => sum + (entry.figure === figure && (group ?? entry.group) === entry.group ? entry.amount : 0), 0)

const plan: fc.Arbitrary<SubscribedPlan | null> = fc.option(
  fc.record({ tier: fc.constantFrom('basic', 'premium'), monthlyAmount: fc.constantFrom(500, 700, 1_200, 1_500) }),
  { nil: null },
)

test('MRR is the sum of its movements and of the current plans', () =>
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 12 }), (plans) => {
      const entries = plans.flatMap((after, index) => planMoved(plans[index - 1] ?? null, after))
      const last = plans.at(-1) ?? null
      expect(sumOf(entries, 'mrr')).toBe(last?.monthlyAmount ?? 0)
      expect(sumOf(entries, 'subscribers')).toBe(last ? 1 : 0)
      for (const tier of ['basic', 'premium']) {
        expect(sumOf(entries, 'mrr', tier)).toBe(last?.tier === tier ? last.monthlyAmount : 0)
        expect(sumOf(entries, 'subscribers', tier)).toBe(last?.tier === tier ? 1 : 0)
      }
      const movements = (['newMrr', 'expansionMrr', 'contractionMrr', 'churnedMrr'] as const).map((figure) => sumOf(entries, figure))
      expect(movements.reduce((sum, movement) => sum + movement, 0)).toBe(last?.monthlyAmount ?? 0)
      expect(sumOf(entries, 'newSubscribers') - sumOf(entries, 'churnedSubscribers')).toBe(last ? 1 : 0)
    }),
  ))

test('an unchanged plan moves nothing', () => {
  const premium = { tier: 'premium', monthlyAmount: 1_200 } as const
  expect(planMoved(premium, premium)).toEqual([])
})

test('revenue is payments minus refunds', () => {
  const entries = [...paid('premium', 1_200), ...paid('tutoring', 5_000), ...givenBack('premium', 700), ...givenBack('premium', -200)]
  expect(sumOf(entries, 'moneyIn')).toBe(6_200)
  expect(sumOf(entries, 'refunds')).toBe(500)
  expect(sumOf(entries, 'revenue', 'premium')).toBe(700)
  expect(paid('basic', 0)).toEqual([])
})

test('a question counts in its current situation', () => {
  const pilot = { situation: 'active', isPilot: true } as const
  const withdrawn = { situation: 'withdrawn', isPilot: true } as const
  expect(movedInBank(null, pilot)).toEqual([
    { figure: 'questionsInBank', group: '', amount: 1 },
    { figure: 'questionsOnTrial', group: '', amount: 1 },
  ])
  expect(movedInBank(pilot, withdrawn)).toEqual([
    { figure: 'questionsInBank', group: '', amount: -1 },
    { figure: 'questionsOnTrial', group: '', amount: -1 },
    { figure: 'questionsWithdrawn', group: '', amount: 1 },
  ])
})

test('a repeated rating counts once', () => {
  expect(sessionRated({ rating: 4, formerRating: null })).toEqual([
    { figure: 'stars', group: '', amount: 4 },
    { figure: 'ratings', group: '', amount: 1 },
  ])
  expect(sessionRated({ rating: 2, formerRating: 4 })).toEqual([{ figure: 'stars', group: '', amount: -2 }])
})

test('a payment is earned evenly over its days, to the cent', () =>
  fc.assert(
    fc.property(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: 1, max: 31 }), (amount, days) => {
      const start = '2026-01-15'
      const deferral = deferralOf(amount, { start: `${start}T08:30:00.000Z`, end: `${addDays(start, days)}T08:30:00.000Z` })
      expect(deferredAfter(deferral, addDays(start, -1))).toBe(amount)
      expect(deferredAfter(deferral, addDays(start, days - 1))).toBe(0)
      let before = Math.abs(amount)
      for (let passed = 0; passed < days; passed++) {
        const left = Math.abs(deferredAfter(deferral, addDays(start, passed)))
        expect(left).toBeLessThanOrEqual(before)
        expect(before - left).toBeLessThanOrEqual(Math.ceil(Math.abs(amount) / daysBetween(deferral.starts, deferral.until)))
        before = left
      }
    }),
  ))

test('a refund reduces the deferred amount of its payment proportionally', () => {
  const period = { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T00:00:00.000Z' }
  const [payment, refund] = [deferralOf(1_200, period), deferralOf(-1_200, period)]
  for (let passed = 0; passed < 31; passed++) {
    const day = addDays('2026-01-01', passed)
    expect(deferredAfter(payment, day) + deferredAfter(refund, day)).toBe(0)
  }
})
