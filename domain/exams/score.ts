/**
 * What an ability is called on a scale of 0 to 100, of which 70 is the cut: the percentage of right answers to expect
 * of it on a test of which a person exactly at the cut gets 70 % right. A scale of this product's own, and no
 * score of the National Registry.
 */

export const PASSING_SCORE = 70

/**
 * The ability from which on an exam is passed, in logits: of a population with mean 0 and standard deviation 1, about
 * 70 % are above it, which is how many pass the real exam at their first attempt.
 */
export const CUT = -0.55

/** Shown before anything was answered. */
export const FIRST_ESTIMATE = 50

const atTheCut = Math.log(PASSING_SCORE / (100 - PASSING_SCORE))
/** What 70 may fall short of itself by, in the arithmetic of the machine. */
const ROUNDING = 1e-9

/** Cut off and not rounded, so that 70 is never said of an ability below the cut. */
export const scoreOf = (ability: number, cut: number): number => Math.floor(100 / (1 + Math.exp(cut - ability - atTheCut)) + ROUNDING)

/** The ability that is called so; of a score from 1 to 99. */
export const abilityOfScore = (score: number, cut: number): number => cut - atTheCut + Math.log(score / (100 - score))

export const isPassing = (score: number): boolean => score >= PASSING_SCORE
