import type { Difficulty } from '../questions/terms.ts'

export interface Prior {
  /** Logits. */
  readonly difficulty: number
  /** Standard deviation. */
  readonly spread: number
}

const labelled: Readonly<Record<Difficulty, number>> = { easy: -0.8, moderate: 0, hard: 0.8 }
const LABEL_SPREAD = 0.75

/** Logit of the panel's expectation for the bank's moderate questions, which define 0. */
const RATING_OF_MODERATE = 0.59
/** Scales ratings so that the mean easy and hard questions match their labels. */
const LOGITS_PER_RATING = 0.75
/** No answers stand behind ratings, so they are not trusted more than this. */
const RATING_SPREAD = 0.6

/**
 * Labels are derived from panel ratings, so a rating replaces its label. It is scaled to the labels to keep rated and
 * unrated items comparable.
 */
export function priorOf(label: Difficulty, rating: number | null): Prior {
  if (rating === null) return { difficulty: labelled[label], spread: LABEL_SPREAD }
  const logit = Math.log(rating / (100 - rating))
  return { difficulty: LOGITS_PER_RATING * (RATING_OF_MODERATE - logit), spread: RATING_SPREAD }
}
