import type { QuestionContent } from './content.ts'
import {
  comparable,
  comparableCase,
  type NearDuplicate,
  nearDuplicates,
  SAME_CASE_SIMILARITY,
  type SimilarityIndex,
  similarityIndex,
} from './similarity.ts'

/**
 * Whether a question has been asked before: it says much the same as another, or asks something else
 * about another's case.
 */

export type Compared = Pick<QuestionContent, 'stem' | 'item' | 'scenario'>

/** Questions to be compared with: build it once, ask it often. */
export interface QuestionIndex {
  readonly questions: SimilarityIndex
  readonly cases: SimilarityIndex
  /** Of each question the set that it is a part of. */
  readonly sets: readonly (string | null)[]
}

export interface Likeness extends NearDuplicate {
  /** `case`: what is asked about it differs. */
  readonly of: 'question' | 'case'
}

export const questionIndex = (asked: readonly Compared[]): QuestionIndex => ({
  questions: similarityIndex(asked.map(comparable)),
  cases: similarityIndex(asked.map(comparableCase)),
  sets: asked.map(({ scenario }) => scenario?.set ?? null),
})

/**
 * The questions that the candidate is too much like, then those whose case it tells, the most alike first. The
 * candidate itself, if indexed, is among them; the other parts of its set are not, since they are on one patient.
 */
export function likenesses(candidate: Compared, { questions, cases, sets }: QuestionIndex): Likeness[] {
  const ownSet = candidate.scenario?.set ?? null
  const likeIt = nearDuplicates(comparable(candidate), questions)
  const known = new Set(likeIt.map(({ index }) => index))
  const itsCase = nearDuplicates(comparableCase(candidate), cases, SAME_CASE_SIMILARITY).filter(({ index }) => !known.has(index))
  return [
    ...likeIt.map((found) => ({ ...found, of: 'question' as const })),
    ...itsCase.map((found) => ({ ...found, of: 'case' as const })),
  ].filter(({ index }) => ownSet === null || sets[index] !== ownSet)
}
