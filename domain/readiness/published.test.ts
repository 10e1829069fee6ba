import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binOf, type JudgedPrediction, published, sumsOf } from './published.ts'

const told = (chance: number, passed: number, failed: number): JudgedPrediction[] => [
  ...Array.from({ length: passed }, () => ({ chance, hasPassed: true })),
  ...Array.from({ length: failed }, () => ({ chance, hasPassed: false })),
]

test('no predictions give no figures', () => {
  const nothing = published([])
  expect(nothing).toMatchObject({ predictions: 0, brierScore: null, brierScoreOfAConstant: null, expectedCalibrationError: null })
  expect(nothing.bins).toHaveLength(10)
  expect(nothing.bins[9]).toEqual({ from: 0.9, to: 1, predictions: 0, passed: 0, said: null, happened: null, low: null, high: null })
})

test('predictions are compared with outcomes, bin by bin', () => {
  const { bins, ...whole } = published(sumsOf([...told(0.25, 1, 3), ...told(0.75, 4, 0), ...told(1, 2, 0)]))
  expect(whole.predictions).toBe(10)
  expect(whole.passed).toBe(7)
  // A chance of 1/4 for four, of whom one passed; 3/4 for four who all passed; and 1 for two who passed.
  expect(whole.expectedCalibrationError).toBeCloseTo((0 + 4 * 0.25 + 0) / 10, 12)
  expect(whole.brierScore).toBeCloseTo((0.75 ** 2 + 3 * 0.25 ** 2 + 4 * 0.25 ** 2) / 10, 12)
  expect(whole.brierScoreOfAConstant).toBeCloseTo(0.21, 12)
  expect(bins.flatMap(({ predictions }, bin) => (predictions > 0 ? [bin] : []))).toEqual([2, 7, 9])
  expect(bins[2]).toMatchObject({ from: 0.2, to: 0.3, predictions: 4, passed: 1, said: 0.25, happened: 0.25 })
  // Wilson's interval (90 %) of four of four, by hand: from 1 / (1 + z² / 4).
  expect(bins[7]?.low).toBeCloseTo(1 / (1 + 1.6448536269514722 ** 2 / 4), 12)
  expect(bins[7]?.high).toBe(1)
})

test('a bin includes its lower end, and the last one includes 1', () => {
  expect([0, 0.099, 0.1, 0.3, 0.7, 0.9, 1].map(binOf)).toEqual([0, 0, 1, 3, 7, 9, 9])
  expect(() => sumsOf(told(1.2, 1, 0))).not.toThrow()
  expect(() => sumsOf(told(-0.2, 1, 0))).toThrow('no chance')
})

test('the error is between 0 and 1, and at least the overall difference', () => {
  const predictions = fc.array(fc.record({ chance: fc.double({ min: 0, max: 1, noNaN: true }), hasPassed: fc.boolean() }), { minLength: 1 })
  fc.assert(
    fc.property(predictions, (all) => {
      const { expectedCalibrationError, brierScore } = published(sumsOf(all))
      const off = all.reduce((sum, { chance, hasPassed }) => sum + chance - Number(hasPassed), 0) / all.length
      expect(expectedCalibrationError).toBeGreaterThanOrEqual(Math.abs(off) - 1e-12)
      expect(expectedCalibrationError).toBeLessThanOrEqual(1)
      expect(brierScore).toBeLessThanOrEqual(1)
    }),
  )
})
