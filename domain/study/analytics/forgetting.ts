import type { Tally } from '../shown/weakness.ts'

/** Inclusive first day of each bin; the last one is open. Bin 0 is the same day. */
export const binStarts = [0, 1, 2, 4, 8, 15, 31, 61, 121] as const

export const binOf = (days: number): number => binStarts.findLastIndex((start) => days >= start)

export interface ForgettingBin extends Tally {
  readonly fromDays: number
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

export const ANSWERS_FOR_A_CURVE = 30

/** FSRS-4.5's power curve (Wixted & Ebbesen, Psychological Science 2, 1991). Stability: days until 90% are recalled. */
export const recallAfter = (days: number, stability: number): number => (1 + (19 / 81) * (days / stability)) ** -0.5

/** 0.1 days to ten years, in steps of 5%. */
const stabilities = Array.from({ length: 216 }, (_, step) => 0.1 * 1.05 ** step)

/** Maximum likelihood; null with too few answers. Same-day answers are left out, as they show no forgetting. */
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

/** Denser at first, where the curve is steep. */
const drawnDays = [0, 1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 45, 60, 90, 120, 180]

export function forgettingCurve(bins: readonly ForgettingBin[]): { days: number; recall: number }[] {
  const stability = stabilityOf(bins)
  return stability === null ? [] : drawnDays.map((days) => ({ days, recall: recallAfter(days, stability) }))
}
