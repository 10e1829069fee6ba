import type { ExamDecision } from '@medicready/domain/contract/exams/exams'
import { difficultyOf } from '@medicready/domain/exams/difficulty'
import { tenthsOf } from '../ui/words.ts'
import { bandOf, categoryName, scoreBandWords } from './result-words.ts'

/** How one decision of an exam is told. */

/** The place of an item in a set, of which only the first is chosen. */
export interface PlaceInCase {
  readonly part: number
  readonly of: number
}

/** Where the figure that is shown is less, nothing is said to be behind. */
const LEAST_BEHIND = 0.05

/** By how much its category was behind its share: "Cardiology was 1.4 questions behind its share." */
function behindWords({ category, deficit }: ExamDecision): string {
  const name = categoryName(category)
  if (deficit < LEAST_BEHIND) return `No part of the exam was behind its share, and ${name} had its turn.`
  const questions = deficit.toFixed(1)
  return `${name} was ${questions} ${questions === '1.0' ? 'question' : 'questions'} behind its share.`
}

/** Which it was of those that would tell most: "3rd of 5". */
export const drawnWords = ({ rank, among }: Pick<ExamDecision, 'rank' | 'among'>): string => `${ordinal(rank)} of ${among}`

/** Why this item was given. */
export function whyGivenWords(decision: ExamDecision, place: PlaceInCase | null): string {
  if (decision.isPilot) return 'On trial: not scored.'
  if (place && place.part > 1) return `Part ${place.part} of ${place.of} of the same case.`
  const { rank, among } = decision
  const drawn =
    among === 1
      ? 'Only one question fitted.'
      : `Drawn as the ${ordinal(rank)} of the ${among} that would tell most about your ability then.`
  return `${behindWords(decision)} ${drawn}`
}

export const answerWords = ({ isCorrect, isPilot }: Pick<ExamDecision, 'isCorrect' | 'isPilot'>): string =>
  `${isCorrect ? 'Right' : 'Wrong'}${isPilot ? ', not scored' : ''}`

/** Rasch difficulty with what it is called: "0.7 (hard)". */
export const itemDifficultyWords = (difficulty: number): string => `${tenthsOf(difficulty)} (${difficultyOf(difficulty)})`

/** One decision and what came of it, in a few sentences. */
export const decisionWords = (decision: ExamDecision, place: PlaceInCase | null, cut: number): string =>
  `Question ${decision.order}: ${answerWords(decision).toLowerCase()}, then score ${decision.score}, band ${scoreBandWords(bandOf(decision), cut)}. ${whyGivenWords(decision, place)}`

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** "1st", "22nd". */
const ordinal = (place: number): string => `${place}${endings[rules.select(place)]}`
