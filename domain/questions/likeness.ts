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

export type Compared = Pick<QuestionContent, 'stem' | 'item' | 'scenario'>

/** Build it once and query it often. */
export interface QuestionIndex {
  readonly questions: SimilarityIndex
  readonly cases: SimilarityIndex
  readonly sets: readonly (string | null)[]
}

export interface Likeness extends NearDuplicate {
  readonly of: 'question' | 'case'
}

export const questionIndex = (asked: readonly Compared[]): QuestionIndex => ({
  questions: similarityIndex(asked.map(comparable)),
  cases: similarityIndex(asked.map(comparableCase)),
  sets: asked.map(({ scenario }) => scenario?.set ?? null),
})

/**
 * Most similar first; then questions on the same case. Contains the candidate itself if indexed, but not other parts of
 * its set.
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
