import { expect, test } from 'vitest'
import { fallAfter } from './ability-filter.ts'

/** The expected share for a learner who had 70% right. */
const rightAfter = (days: number) => 1 / (1 + Math.exp(fallAfter(days) - Math.log(0.7 / 0.3)))

test('nothing is lost within a week', () => {
  expect([0, 1, 7].map(fallAfter)).toEqual([0, 0, 0])
  expect(fallAfter(8)).toBeGreaterThan(0)
})

test('a tenth of the knowledge is gone after a month, a third after a year, and guessing remains', () => {
  expect(rightAfter(7 + 30)).toBeCloseTo(0.25 + 0.45 * 0.9, 4)
  expect(rightAfter(7 + 365)).toBeCloseTo(0.25 + 0.45 * 0.67, 2)
})

test('loss grows with time, ever more slowly', () => {
  const falls = Array.from({ length: 800 }, (_, days) => fallAfter(8 + days))
  const daily = falls.slice(1).map((fall, day) => fall - (falls[day] ?? 0))
  expect(daily.every((fall) => fall > 0)).toBe(true)
  expect(daily).toEqual(daily.toSorted((one, other) => other - one))
})
