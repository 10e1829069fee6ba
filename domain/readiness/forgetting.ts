import { defaultModel } from '../study/cards/memory.ts'

/**
 * What time takes away from an ability that is not practised.
 *
 * What was known is still known with a chance that falls by the curve of FSRS-6, the one by which cards come back: of
 * what somebody has learned of a domain a tenth is gone after a month without a question about it, and a third after a
 * year. That is what studies of medical students found who were asked again: two thirds to three quarters are left
 * after a year (E. J. F. M. Custers, "Long-term retention of basic science knowledge: a review study", Advances in
 * Health Sciences Education 15, 2010).
 *
 * In logits it is what somebody loses by it who gets 70 % right, of which guessing gives a part: less is known, and of
 * what is not known a quarter is guessed.
 */

/** In days: after so many, nine tenths of what was known of a domain are still known. */
const STABILITY = 30
const RIGHT = 0.7
const GUESSED = 0.25

const logit = (chance: number): number => Math.log(chance / (1 - chance))

const remembered: number[] = []

/** By how many logits an ability has fallen so many whole days after it was practised last. */
export function fallAfter(days: number): number {
  const known = remembered[days]
  if (known !== undefined) return known
  const left = defaultModel.recall({ stability: STABILITY }, days)
  const fall = logit(RIGHT) - logit(GUESSED + (RIGHT - GUESSED) * left)
  if (days < MOST_DAYS) remembered[days] = fall
  return fall
}
const MOST_DAYS = 4_000
