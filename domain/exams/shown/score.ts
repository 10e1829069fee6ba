// The percentage right on a test where someone exactly at the cut gets 70. Our scale, not the National Registry's.

export const PASSING_SCORE = 70

/** Logits. About 70% of a N(0, 1) population is above it, as many as pass the real exam at their first attempt. */
export const CUT = -0.55

export const FIRST_ESTIMATE = 50

const atTheCut = Math.log(PASSING_SCORE / (100 - PASSING_SCORE))
/** Tolerance for floating-point error at 70. */
const ROUNDING = 1e-9

/** Rounded down, so that 70 is never shown below the cut. */
export const scoreOf = (ability: number, cut: number): number => Math.floor(100 / (1 + Math.exp(cut - ability - atTheCut)) + ROUNDING)

/** For scores from 1 to 99. */
export const abilityOfScore = (score: number, cut: number): number => cut - atTheCut + Math.log(score / (100 - score))

export const isPassing = (score: number): boolean => score >= PASSING_SCORE

/** One-sided 95% of the normal distribution, in standard errors. */
export const SURE = 1.645
/** One-sided 99%. */
const HARDLY_CHANGES = 2.326

/** In logits. */
export interface Estimate {
  readonly ability: number
  readonly standardError: number
}

export function outcomeOf({ ability, standardError }: Estimate, cut: number): 'pass' | 'fail' | 'undetermined' {
  if (Math.abs(ability - cut) <= SURE * standardError) return 'undetermined'
  return ability > cut ? 'pass' : 'fail'
}

/**
 * Stochastic curtailment (M. D. Finkelman, Journal of Educational and Behavioral Statistics 33, 2008): the final
 * estimate spreads around the current one by √(SE² − final SE²), assuming perfectly fitting items.
 */
export function hardlyChanges({ ability, standardError }: Estimate, cut: number, itemsLeft: number, informationAnItem: number): boolean {
  const now = standardError * standardError
  const atTheEnd = 1 / (1 / now + itemsLeft * informationAnItem)
  return Math.abs(ability - cut) > HARDLY_CHANGES * Math.sqrt(now - atTheEnd)
}
