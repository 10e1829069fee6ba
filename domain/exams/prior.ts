import type { Difficulty } from '../questions/terms.ts'

/** The prior of an item's difficulty, before any answers. */
export interface Prior {
  /** In logits. */
  readonly difficulty: number
  /** Its standard deviation. */
  readonly spread: number
}

const labelled: Readonly<Record<Difficulty, number>> = { easy: -0.8, moderate: 0, hard: 0.8 }
const LABEL_SPREAD = 0.75

/** The logit of what the panel expects of the bank's moderate questions, which stand at 0. */
const RATING_OF_MODERATE = 0.59
/** Makes the bank's easy and hard questions, on the mean, as easy and hard as their labels say. */
const LOGITS_PER_RATING = 0.75
/** Ratings tell the questions of one label apart, but none better than this: no answer stands behind them. */
const RATING_SPREAD = 0.6

/**
 * The prior of an item by its label and, where a panel has rated it, by how many of 100 students are expected to be
 * right. The bank's labels follow from the ratings: where both are there, the rating says all that the label says and
 * more, and stands alone. It is brought to the scale of the labels, so that rated items and others can be compared.
 */
export function priorOf(label: Difficulty, rating: number | null): Prior {
  if (rating === null) return { difficulty: labelled[label], spread: LABEL_SPREAD }
  const logit = Math.log(rating / (100 - rating))
  return { difficulty: LOGITS_PER_RATING * (RATING_OF_MODERATE - logit), spread: RATING_SPREAD }
}
