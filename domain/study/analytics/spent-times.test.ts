import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedSeconds, medianSeconds, type SpentTimes, withTime } from './spent-times.ts'

const times = (...seconds: readonly number[]): SpentTimes => seconds.reduce<SpentTimes>(withTime, [])

test('a median lies within its step as if its answers were spread evenly', () => {
  expect(medianSeconds(times())).toBeNull()
  expect(medianSeconds(times(12))).toBe(12.5)
  // The second of two in 10 to 15 is in the middle of four.
  expect(medianSeconds(times(3, 11, 14, 100))).toBe(12.5)
  expect(medianSeconds(times(31, 31, 31, 65))).toBeCloseTo(30 + (2 / 3) * 5, 10)
})

test('too few answers have no median', () => {
  expect(medianSeconds(times(12, 13), 3)).toBeNull()
  expect(medianSeconds(times(12, 13, 14), 3)).toBe(12.5)
})

test('an abandoned screen counts as ten minutes', () => {
  expect(countedSeconds(86_400)).toBe(600)
  expect(medianSeconds(times(86_400))).toBe(510)
})

test('the order of the answers does not matter, and the median is in the step of the true one', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 119 }), { minLength: 1 }), (seconds) => {
      const sorted = seconds.toSorted((one, other) => one - other)
      const median = medianSeconds(times(...seconds)) ?? 0
      expect(medianSeconds(times(...sorted))).toBe(median)
      const middle = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
      expect(Math.abs(median - middle)).toBeLessThanOrEqual(10)
    }),
  ))
