import { defaultModel } from '../study/cards/memory.ts'

/**
 * What time takes away from an ability that is not practised.
 *
 * A week without a category costs nothing: so much lies between the days of those who practise it, and what it takes
 * their next answers tell. Then what is known of it falls by the curve of FSRS-6, the one by which cards come back: of
 * ten things that a person knew one is gone a month later, and three after a year. That is what studies of medical
 * students found who were asked again: two thirds to three quarters are left after a year (E. J. F. M. Custers,
 * "Long-term retention of basic science knowledge: a review study", Advances in Health Sciences Education 15, 2010).
 *
 * In logits it is the loss of a learner who gets 70 % right, of which guessing gives a part: less is known, and of
 * what is not known a quarter is guessed.
 */

/** Days for which an ability stays as it was. */
const PRACTISED_FOR = 7
/** In days: after so many, nine tenths of what was known are still known. */
const STABILITY = 30
const RIGHT = 0.7
const GUESSED = 0.25

const logit = (chance: number): number => Math.log(chance / (1 - chance))

/** By how many logits an ability has fallen so many whole days after it was practised last. */
export function fallAfter(days: number): number {
  if (days <= PRACTISED_FOR) return 0
  const stillKnown = defaultModel.recall({ stability: STABILITY }, days - PRACTISED_FOR)
  return logit(RIGHT) - logit(GUESSED + (RIGHT - GUESSED) * stillKnown)
}
