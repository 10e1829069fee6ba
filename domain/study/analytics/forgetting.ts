import type { Tally } from '../weakness.ts'

/** How often a question is known as the days since the last answer to it go by. */

/** The first day of each bin; the last one has no end. Bin 0 is the same day. */
export const binStarts = [0, 1, 2, 4, 8, 15, 31, 61, 121] as const

export const binOf = (days: number): number => binStarts.findLastIndex((start) => days >= start)

export interface ForgettingBin extends Tally {
  readonly fromDays: number
  /** Null where the bin has no end. */
  readonly toDays: number | null
  readonly meanDays: number
}

export const binAt = (index: number, { totalDays, ...tally }: Tally & { readonly totalDays: number }): ForgettingBin => {
  const next = binStarts[index + 1]
  return {
    fromDays: binStarts[index] ?? 0,
    toDays: next === undefined ? null : next - 1,
    meanDays: tally.scoredAnswers === 0 ? 0 : totalDays / tally.scoredAnswers,
    ...tally,
  }
}

/** With fewer answers on later days no curve is drawn through them. */
export const ANSWERS_FOR_A_CURVE = 30

/**
 * How likely a question is known after so many days, where the stability says after how many of them it is known nine
 * times in ten: a power curve, which fits what people forget better than an exponential one (Wixted & Ebbesen,
 * Psychological Science 2, 1991, 409-415), with the exponent that FSRS-4.5 has.
 */
export const recallAfter = (days: number, stability: number): number => (1 + (19 / 81) * (days / stability)) ** -0.5

/** From a tenth of a day to ten years, in steps of 5 %. */
const stabilities = Array.from({ length: 216 }, (_, step) => 0.1 * 1.05 ** step)

/**
 * The stability under which the answers of these bins were most likely; null while there are too few. Those of the same
 * day are left out: what was read minutes ago says nothing of forgetting.
 */
export function stabilityOf(bins: readonly ForgettingBin[]): number | null {
  const later = bins.filter(({ fromDays }) => fromDays > 0)
  if (later.reduce((sum, { scoredAnswers }) => sum + scoredAnswers, 0) < ANSWERS_FOR_A_CURVE) return null
  const likelihoods = stabilities.map((stability) => later.reduce((sum, bin) => sum + logLikelihood(bin, stability), 0))
  return stabilities[likelihoods.indexOf(Math.max(...likelihoods))] ?? null
}

function logLikelihood({ meanDays, scoredAnswers, correctAnswers }: ForgettingBin, stability: number): number {
  const recall = recallAfter(meanDays, stability)
  return correctAnswers * Math.log(recall) + (scoredAnswers - correctAnswers) * Math.log1p(-recall)
}

/** Days at which the curve is drawn: often at first, where it is steep. */
const drawnDays = [0, 1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180]

/** The curve that fits best; empty while there are too few answers. */
export function forgettingCurve(bins: readonly ForgettingBin[]): { days: number; recall: number }[] {
  const stability = stabilityOf(bins)
  return stability === null ? [] : drawnDays.map((days) => ({ days, recall: recallAfter(days, stability) }))
}
