import { expect, test } from 'vitest'
import { driftOf, hasDrifted, isSettled } from './drift.ts'

test('an item is settled from 50 answers and a standard error of .35 on', () => {
  expect(isSettled({ answers: 50, standardError: 0.35 })).toBe(true)
  expect(isSettled({ answers: 49, standardError: 0.3 })).toBe(false)
  expect(isSettled({ answers: 80, standardError: 0.36 })).toBe(false)
})

test('the difficulty since then comes from later answers alone, without the earlier data', () => {
  // 1/.3² of 0 and 1/.3² of 1 are 2/.3² of .5.
  const drift = driftOf({ difficulty: 0, standardError: 0.3 }, { difficulty: 0.5, standardError: 0.3 / Math.SQRT2 })
  expect(drift?.since).toBeCloseTo(1)
  // A difference of 1 between two estimates with a standard error of .3 each.
  expect(drift?.z).toBeCloseTo(1 / (0.3 * Math.SQRT2))
})

test('too few later answers give no result', () =>
  expect(driftOf({ difficulty: 0, standardError: 0.3 }, { difficulty: 0.1, standardError: 0.29 })).toBeNull())

test('an item has drifted if the change is significant and large enough', () => {
  const earlier = { difficulty: 0, standardError: 0.3 }
  const later = (difficulty: number, standardError: number) => {
    const drift = driftOf(earlier, { difficulty, standardError })
    return drift !== null && hasDrifted(earlier, drift)
  }
  expect(later(1, 0.15)).toBe(true)
  expect(later(-1, 0.15)).toBe(true)
  expect(later(0.5, 0.15)).toBe(false)
  expect(hasDrifted({ difficulty: 0, standardError: 0.05 }, { since: 0.4, z: 6 })).toBe(false)
})
