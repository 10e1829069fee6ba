import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binAt, binOf, binStarts, type ForgettingBin, forgettingCurve, recallAfter, stabilityOf } from './forgetting.ts'

const binsOf = (scoredAnswers: number, rightAfter: (days: number) => number): ForgettingBin[] =>
  binStarts.map((days, index) =>
    binAt(index, { scoredAnswers, correctAnswers: Math.round(scoredAnswers * rightAfter(days)), totalDays: scoredAnswers * days }),
  )

test('each number of days is in the last bin that begins at or before it', () => {
  expect([0, 1, 2, 3, 4, 7, 8, 14, 15, 30, 31, 60, 61, 120, 121, 1_000].map(binOf)).toEqual([
    0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8,
  ])
})

test('a bin has a start and an end, and the last has no end', () => {
  expect(binAt(2, { scoredAnswers: 4, correctAnswers: 3, totalDays: 10 })).toEqual({
    fromDays: 2,
    toDays: 3,
    meanDays: 2.5,
    scoredAnswers: 4,
    correctAnswers: 3,
  })
  expect(binAt(8, { scoredAnswers: 0, correctAnswers: 0, totalDays: 0 })).toMatchObject({ fromDays: 121, toDays: null, meanDays: 0 })
})

test('after the days of its stability, nine in ten are known', () => {
  expect(recallAfter(0, 12)).toBe(1)
  expect(recallAfter(12, 12)).toBeCloseTo(0.9, 12)
  // (1 + 19/81 · 10) ^ -0.5
  expect(recallAfter(120, 12)).toBeCloseTo(0.5467, 4)
})

test('the stability behind simulated answers is recovered, whatever was answered on the same day', () =>
  fc.assert(
    fc.property(fc.double({ min: 1, max: 200, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (stability, sameDay) => {
      const found = stabilityOf(binsOf(100_000, (days) => (days === 0 ? sameDay : recallAfter(days, stability)))) ?? 0
      // The steps are of 5 %.
      expect(Math.abs(Math.log(found / stability))).toBeLessThan(0.03)
    }),
  ))

test('a curve starts at 1, falls, and needs enough answers', () => {
  const curve = forgettingCurve(binsOf(10, () => 0.6))
  expect(curve[0]).toEqual({ days: 0, recall: 1 })
  for (const [index, { recall }] of curve.entries()) if (index > 0) expect(recall).toBeLessThan(curve[index - 1]?.recall ?? 0)
  expect(forgettingCurve(binsOf(3, () => 0.6))).toEqual([])
})
