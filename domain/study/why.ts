import { z } from 'zod'

/**
 * Why a question was chosen for a learner: a fact of its delivery, so that screens and analysts read it from the log.
 * Of a set its first part tells it for all.
 */

export const causes = [
  /** Never given before, from the module in which the learner does worst. */
  'new_weakest',
  /** Never given before, from a module in which the learner has not answered yet. */
  'new_unstudied',
  'new',
  /** Its card is due. */
  'due',
  /** It was revised with a guideline since the learner answered it. */
  'changed',
  'missed',
  'flagged',
  /** Right, with a confidence of 1 or 2. */
  'guessed',
  /** Right, and slower than its time allows. */
  'slow',
  /** The learner's own quiz asks for it. */
  'quiz',
  /** It is of the topic of a question that the learner looks at more slowly. */
  'same_topic',
  /** Today's part of the learner's plan asks for it. */
  'plan',
  /** Nothing is new: it was not given for the longest time. */
  'longest_unseen',
] as const
export type Cause = (typeof causes)[number]

export const Why = z.object({
  cause: z.enum(causes),
  /** The day on which the learner was given it last; null for a new one. */
  lastSeen: z.iso.date().nullable(),
  /** How likely the learner was to know it, 0 to 1, as its card said; null where there is none. */
  recall: z.number().min(0).max(1).nullable(),
  /** How often the learner has missed it. */
  missed: z.int().min(0),
})
export type Why = z.infer<typeof Why>

/** The cause alone. */
export const because = (cause: Cause): Why => ({ cause, lastSeen: null, recall: null, missed: 0 })
