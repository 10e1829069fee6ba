import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCardNumber } from './cards.ts'
import { offOf, offOfAll, parted } from './discounts.ts'
import { shareOf } from './prorations.ts'
import { addMonths, nextBoundary } from './time.ts'

const at = (time: string) => Date.parse(time) / 1000
const monthly = { interval: 'month', interval_count: 1 }

test('periods end on the day of the month on which they began, or on the last day of a shorter month', () => {
  const anchor = at('2027-01-31T12:00:00Z')
  const ends = [anchor]
  while (ends.length < 5) ends.push(nextBoundary(anchor, monthly, ends.at(-1) ?? 0))
  expect(ends.map((end) => new Date(end * 1000).toISOString().slice(0, 16))).toEqual([
    '2027-01-31T12:00',
    '2027-02-28T12:00',
    '2027-03-31T12:00',
    '2027-04-30T12:00',
    '2027-05-31T12:00',
  ])
  expect(addMonths(at('2028-02-29T00:00:00Z'), 12)).toBe(at('2029-02-28T00:00:00Z'))
})

test('a share is rounded to the cent, halves up, and two shares of a time never differ from the whole by more than one', () => {
  expect([
    shareOf(500, 1, 2),
    shareOf(1, 1, 2),
    shareOf(1_200, 15, 30),
    shareOf(100, 1, 3),
    shareOf(100, 2, 3),
    shareOf(100, 0, 0),
  ]).toEqual([250, 1, 600, 33, 67, 0])
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 2_678_400 }), fc.nat(2_678_400), (amount, whole, given) => {
      const part = given % (whole + 1)
      expect(Math.abs(shareOf(amount, part, whole) + shareOf(amount, whole - part, whole) - amount)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a coupon takes off what it says, rounded to the cent, and never more than there is', () => {
  expect(offOf({ percent_off: 33.33, amount_off: null }, 500)).toBe(167)
  expect(offOf({ percent_off: 12.5, amount_off: null }, 1_200)).toBe(150)
  expect(offOf({ percent_off: 50, amount_off: null }, 1)).toBe(1)
  expect(offOf({ percent_off: null, amount_off: 900 }, 500)).toBe(500)
  expect(offOf({ percent_off: 10, amount_off: null }, -500)).toBe(0)
  expect(offOfAll([], 500)).toEqual([])
})

test('split amounts add up to the whole, whatever the weights', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.array(fc.nat(10_000), { minLength: 1 }), (amount, weights) => {
      const isAny = weights.some((weight) => weight > 0)
      expect(parted(amount, weights).reduce((sum, share) => sum + share, 0)).toBe(isAny ? amount : 0)
    }),
  )
})

test('only digits with a valid checksum are a card number', () => {
  expect(['4242424242424242', '4000002500003155', '4242424242424241', '42', 'abcd'].map(isCardNumber)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
