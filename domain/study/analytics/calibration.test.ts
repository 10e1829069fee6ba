import { expect, test } from 'vitest'
import { brierScore, type Confidence, claimedBy, readingOf } from './calibration.ts'

const rated = (...levels: readonly (readonly [Confidence, scored: number, correct: number])[]) =>
  new Map(levels.map(([confidence, scoredAnswers, correctAnswers]) => [confidence, { scoredAnswers, correctAnswers }]))

test('a guess claims to be right one time in four, and certainty claims always', () => {
  expect(([1, 2, 3, 4, 5] as const).map(claimedBy)).toEqual([0.25, 0.4375, 0.625, 0.8125, 1])
})

test('the Brier score is the mean squared difference of claim and outcome', () => {
  expect(brierScore(rated([5, 10, 10]))).toBe(0)
  expect(brierScore(rated([5, 4, 3]))).toBe(0.25)
  // (2 · 0.375² + 2 · 0.625² + 1 · 0.75² + 3 · 0.25²) / 8
  expect(brierScore(rated([3, 4, 2], [1, 4, 1]))).toBeCloseTo(0.22656, 5)
  expect(brierScore(rated())).toBeNull()
})

test('claims above the likely range are overconfident, and claims below it underconfident', () => {
  expect(readingOf(rated([5, 40, 20]))).toBe('over')
  expect(readingOf(rated([1, 40, 30]))).toBe('under')
  expect(readingOf(rated([3, 40, 25]))).toBe('even')
  expect(readingOf(rated([5, 9, 0]))).toBeNull()
})
