import type { ItemAnswer } from '@medicready/domain/questions/item'
import { Rejection } from '@medicready/domain/rejection'
import type { Sql } from '@medicready/platform/postgres/connection'
import { questionStanding, type StandingRow } from '@medicready/projector/read-models/questions/question-queries'

/** How a question stands to a learner. */
export interface Standing {
  /** The version that the learner has before them. */
  readonly version: number
  /** Seeds the order in which its parts are shown to them; null where they stand in their own. */
  readonly shuffle: number | null
  /** The answer to the latest delivery; null until there is one, and while the question keeps its secrets. */
  readonly answer: { readonly answer: ItemAnswer | null; readonly isCorrect: boolean } | null
  /** Whether the learner wants to see it again. */
  readonly flaggedForReview: boolean
  /** The ids of the parts that come before it in its set, in their order; empty where there are none. */
  readonly earlierParts: readonly string[]
}

/**
 * How a question stands to somebody. Refused with `questionNotFound` where it was never given to them, since a question
 * counts when it is delivered and is not to be read without; what is no longer drawn stays open to those who had it.
 * Refused with `partClosed` while it is a part of a set that waits for the answer to the one before it.
 * Whoever reviews questions sees each, in its current version where they were not given another.
 */
export async function standingOf(
  sql: Sql,
  questionId: string,
  { userId, isReviewer }: { readonly userId: string; readonly isReviewer: () => Promise<boolean> },
): Promise<Standing> {
  const [row] = await questionStanding(sql, { userId, questionId })
  if (!row || (row.question_version === null && !(await isReviewer()))) throw new Rejection('questionNotFound')
  if (row.is_closed && !(await isReviewer())) throw new Rejection('partClosed')
  return {
    ...(latestAnswer(row) ?? { version: row.question_version ?? row.version, answer: null }),
    shuffle: row.shuffle,
    flaggedForReview: row.flagged_for_review ?? false,
    earlierParts: row.set_parts?.slice(0, row.set_parts.indexOf(questionId)) ?? [],
  }
}

/** A question that was given again since its answer is asked anew, and keeps its secrets again. */
function latestAnswer({
  answered_on,
  last_delivered_on,
  answered_version,
  answer,
  is_correct,
}: StandingRow): Pick<Standing, 'version' | 'answer'> | null {
  if (answered_on === null || answered_version === null || is_correct === null) return null
  if (last_delivered_on !== null && last_delivered_on > answered_on) return null
  return { version: answered_version, answer: { answer, isCorrect: is_correct } }
}
