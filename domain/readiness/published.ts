import { likelyRange } from '../study/weakness.ts'

/**
 * How good predictions were, as it is published: each is held against what happened.
 *
 * A prediction is good in two ways. It is calibrated when of those to whom 70 % were said 70 % passed: predictions are
 * put into ten bins by their chance, and the expected calibration error is by how much what happened in a bin is off
 * what was said there, over all bins, each by its share of the predictions (M. P. Naeini, G. F. Cooper, M. Hauskrecht,
 * "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015). And it tells people apart: the Brier
 * score is the mean squared distance of what was said from what happened, 1 or 0 (G. W. Brier, "Verification of
 * forecasts expressed in terms of probability", Monthly Weather Review 78, 1950); it is compared with a forecaster who
 * says to all what happens on the whole.
 */

export interface Told {
  readonly chance: number
  readonly hasPassed: boolean
}

/** The predictions of a bin, summed up: what a store keeps of them is enough. */
export interface BinSums {
  /** 0 to 9. */
  readonly bin: number
  readonly predictions: number
  readonly passed: number
  /** Of the chances. */
  readonly chances: number
  /** Of (chance − outcome)². */
  readonly squares: number
}

export interface PublishedBin {
  /** Chances from here, */
  readonly from: number
  /** to below here; the last bin holds 1 too. */
  readonly to: number
  readonly predictions: number
  readonly passed: number
  /** The mean of what was said; null without predictions. */
  readonly said: number | null
  /** The share that passed, and where it probably lies (90 %, after Wilson); null without predictions. */
  readonly happened: number | null
  readonly low: number | null
  readonly high: number | null
}

export interface Published {
  readonly predictions: number
  readonly passed: number
  /** The rest is null without predictions. */
  readonly brierScore: number | null
  /** The score of predicting the overall pass rate for all. */
  readonly brierScoreOfAConstant: number | null
  readonly expectedCalibrationError: number | null
  /** All ten. */
  readonly bins: readonly PublishedBin[]
}

export const BINS = 10

export const binOf = (chance: number): number => Math.min(BINS - 1, Math.floor(chance * BINS))

/** Predictions as a store sums them up. */
export function sumsOf(told: Iterable<Told>): BinSums[] {
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

/** What is published of predictions, from the sums of their bins, of which empty ones may be left out. */
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

function publishedBin(bin: number, sums: readonly BinSums[]): PublishedBin {
  const found = sums.find((each) => each.bin === bin)
  const from = bin / BINS
  const to = (bin + 1) / BINS
  if (!found || found.predictions === 0) return { from, to, predictions: 0, passed: 0, said: null, happened: null, low: null, high: null }
  const { predictions, passed, chances } = found
  const { low, high } = likelyRange({ scoredAnswers: predictions, correctAnswers: passed })
  return { from, to, predictions, passed, said: chances / predictions, happened: passed / predictions, low, high }
}
