import { z } from 'zod'
import { likelyRange } from '../study/shown/weakness.ts'

// Quality of predictions against outcomes: expected calibration error over ten bins (Naeini, Cooper & Hauskrecht, AAAI
// 2015), and the Brier score (Monthly Weather Review 78, 1950) compared with predicting the overall pass rate for all.

export interface JudgedPrediction {
  readonly chance: number
  readonly hasPassed: boolean
}

/** Sufficient sums per bin, so that a store need not keep predictions. */
export interface BinSums {
  /** 0 to 9. */
  readonly bin: number
  readonly predictions: number
  readonly passed: number
  readonly chances: number
  /** Of (chance − outcome)². */
  readonly squares: number
}

export const CalibrationBin = z.object({
  /** Predictions with `from` <= chance < `to`; the last of ten bins includes 1. */
  from: z.number(),
  to: z.number(),
  predictions: z.int(),
  passed: z.int(),
  /** Mean predicted chance; null in an empty bin, like the fields below. */
  said: z.number().nullable(),
  /** Share that passed, with a 90% interval. */
  happened: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
export type CalibrationBin = z.infer<typeof CalibrationBin>

export interface Published {
  readonly predictions: number
  readonly passed: number
  readonly brierScore: number | null
  /** Brier score of predicting the overall pass rate for all. */
  readonly brierScoreOfAConstant: number | null
  readonly expectedCalibrationError: number | null
  readonly bins: readonly CalibrationBin[]
}

export const BINS = 10

export const binOf = (chance: number): number => Math.min(BINS - 1, Math.floor(chance * BINS))

export function sumsOf(told: Iterable<JudgedPrediction>): BinSums[] {
  const bins = Array.from({ length: BINS }, (_, bin) => ({ bin, predictions: 0, passed: 0, chances: 0, squares: 0 }))
  for (const { chance, hasPassed } of told) {
    const sums = bins[binOf(chance)]
    if (!sums) throw new Error(`${chance} is no chance.`)
    const outcome = Number(hasPassed)
    sums.predictions++
    sums.passed += outcome
    sums.chances += chance
    sums.squares += (chance - outcome) ** 2
  }
  return bins.filter(({ predictions }) => predictions > 0)
}

/** Empty bins may be left out. */
export function published(sums: readonly BinSums[]): Published {
  const predictions = sums.reduce((sum, bin) => sum + bin.predictions, 0)
  const passed = sums.reduce((sum, bin) => sum + bin.passed, 0)
  const bins = Array.from({ length: BINS }, (_, bin) => publishedBin(bin, sums))
  if (predictions === 0) return { predictions, passed, brierScore: null, brierScoreOfAConstant: null, expectedCalibrationError: null, bins }
  const share = passed / predictions
  return {
    predictions,
    passed,
    brierScore: sums.reduce((sum, bin) => sum + bin.squares, 0) / predictions,
    brierScoreOfAConstant: share * (1 - share),
    expectedCalibrationError: sums.reduce((sum, bin) => sum + Math.abs(bin.passed - bin.chances), 0) / predictions,
    bins,
  }
}

function publishedBin(bin: number, sums: readonly BinSums[]): CalibrationBin {
  const found = sums.find((each) => each.bin === bin)
  const from = bin / BINS
  const to = (bin + 1) / BINS
  if (!found || found.predictions === 0) return { from, to, predictions: 0, passed: 0, said: null, happened: null, low: null, high: null }
  const { predictions, passed, chances } = found
  const { low, high } = likelyRange({ scoredAnswers: predictions, correctAnswers: passed })
  return { from, to, predictions, passed, said: chances / predictions, happened: passed / predictions, low, high }
}
