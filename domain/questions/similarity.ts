import { fnv1a } from '../core/seeded-numbers.ts'
import type { QuestionContent } from './content/content.ts'
import { correctAnswerOf } from './content/item.ts'
import { sentencesOf } from './readability.ts'

// Jaccard similarity of three-word shingles. Figures and vital signs are left out and words for the patient unified, so
// that a copy with another age or blood pressure is still found.

export interface Comparable {
  readonly stem: string
  readonly correctAnswer: string
}

export type Compared = Pick<QuestionContent, 'stem' | 'item'> & Partial<Pick<QuestionContent, 'scenario'>>

/** For a set, only the first part describes the patient. */
const told = ({ stem, scenario }: Omit<Compared, 'item'>): string => (scenario?.part === 1 ? `${scenario.patient} ${stem}` : stem)

export const comparable = (question: Compared): Comparable => ({
  stem: told(question),
  correctAnswer: correctAnswerOf(question.item),
})

/** The case alone: two questions on one case are duplicates of the case. */
export const comparableCase = (question: Omit<Compared, 'item'>): Comparable => ({
  stem: sentencesOf(told(question)).slice(0, -1).join(' '),
  correctAnswer: '',
})

/** Build it once and query it often. */
export interface SimilarityIndex {
  readonly size: number
  readonly counts: Uint32Array
  /** Sorted hashes, each with its question. */
  readonly hashes: Uint32Array
  readonly owners: Uint32Array
}

export interface NearDuplicate {
  readonly index: number
  readonly similarity: number
}

/** Independent bank questions stay below 0.2; a copy with one of four sentences rewritten is above 0.5. */
export const NEAR_DUPLICATE_SIMILARITY = 0.35
/** Independent cases of the bank stay below 0.2. */
export const SAME_CASE_SIMILARITY = 0.3

const SHINGLE_WORDS = 3
/** Packs a hash and a bank index into one exact integer. */
const PLACES = 2 ** 20
const patient = /^(?:man|woman|boy|girl|male|female|he|she|his|her|him|hers)$/
const vitalSign =
  /^(?:bp|blood|pressure|mm|hg|pulse|hr|heart|rate|beats|min|rr|respirations|respiratory|breaths|spo|etco|glucose|mg|dl|temperature|f|c|year|old|month)$/

const comparedWords = (text: string): string[] =>
  Array.from(text.toLowerCase().matchAll(/\p{L}+/gu), ([word]) => word)
    .filter((word) => !vitalSign.test(word))
    .map((word) => (patient.test(word) ? 'person' : word))

function shinglesOf({ stem, correctAnswer }: Comparable): Set<number> {
  const words = comparedWords(`${stem} ${correctAnswer}`)
  const shingles = new Set<number>()
  for (let index = 0; index + SHINGLE_WORDS <= words.length; index += 1)
    shingles.add(fnv1a(words.slice(index, index + SHINGLE_WORDS).join(' ')))
  // A text shorter than a shingle is compared as a whole; empty texts are never similar.
  if (shingles.size === 0 && words.length > 0) shingles.add(fnv1a(words.join(' ')))
  return shingles
}

/** At most a million questions. */
export function similarityIndex(bank: readonly Comparable[]): SimilarityIndex {
  if (bank.length > PLACES) throw new RangeError(`A similarity index holds at most ${PLACES} questions.`)
  const counts = new Uint32Array(bank.length)
  const keys: number[] = []
  bank.forEach((question, index) => {
    const shingles = shinglesOf(question)
    counts[index] = shingles.size
    for (const shingle of shingles) keys.push(shingle * PLACES + index)
  })
  const sorted = Float64Array.from(keys).sort()
  const hashes = new Uint32Array(sorted.length)
  const owners = new Uint32Array(sorted.length)
  sorted.forEach((key, index) => {
    hashes[index] = Math.floor(key / PLACES)
    owners[index] = key % PLACES
  })
  return { size: bank.length, counts, hashes, owners }
}

/** Most similar first; includes the candidate itself if indexed. */
export function nearDuplicates(candidate: Comparable, bank: SimilarityIndex, threshold = NEAR_DUPLICATE_SIMILARITY): NearDuplicate[] {
  const shingles = shinglesOf(candidate)
  const shared = new Uint32Array(bank.size)
  for (const shingle of shingles) {
    for (let entry = firstEntry(bank.hashes, shingle); bank.hashes[entry] === shingle; entry += 1) {
      const owner = bank.owners[entry] ?? 0
      shared[owner] = (shared[owner] ?? 0) + 1
    }
  }
  const found: NearDuplicate[] = []
  shared.forEach((both, index) => {
    if (both === 0) return
    const similarity = both / (shingles.size + (bank.counts[index] ?? 0) - both)
    if (similarity >= threshold) found.push({ index, similarity })
  })
  return found.sort((one, other) => other.similarity - one.similarity)
}

function firstEntry(hashes: Uint32Array, wanted: number): number {
  let [low, high] = [0, hashes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((hashes[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

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

/** Most similar first; then questions on the same case. Contains the candidate itself, not parts of its set. */
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
