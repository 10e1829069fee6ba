import { z } from 'zod'

/** Why a question was chosen, recorded with its delivery. For a set, on its first part. */

export const causes = [
  /** From the learner's weakest module. */
  'new_weakest',
  /** From a module without answers. */
  'new_unstudied',
  'new',
  'due',
  /** Revised with its guideline since the last answer. */
  'changed',
  'missed',
  'flagged',
  /** Right with confidence 1 or 2. */
  'guessed',
  'slow',
  'quiz',
  'same_topic',
  'plan',
  'longest_unseen',
] as const
export type SelectionCause = (typeof causes)[number]

export const SelectionReason = z.object({
  cause: z.enum(causes),
  lastSeen: z.iso.date().nullable(),
  /** Predicted recall, 0 to 1; null without a card. */
  recall: z.number().min(0).max(1).nullable(),
  missed: z.int().min(0),
})
export type SelectionReason = z.infer<typeof SelectionReason>

export const because = (cause: SelectionCause): SelectionReason => ({ cause, lastSeen: null, recall: null, missed: 0 })
