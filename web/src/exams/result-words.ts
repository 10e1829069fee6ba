import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { difficultyOfMean } from '@medicready/domain/exams/difficulty'
import { isPassing, scoreOf } from '@medicready/domain/exams/score'
import { SURE } from '@medicready/domain/exams/stopping'
import { moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import { capitalized, countOf, tenthsOf } from '../ui/words.ts'

/** How the result of an exam is told. What is not sure is never called so. */

export const verdictOf = (score: number): string => (isPassing(score) ? 'Passed' : 'Not passed yet')

export type EndOfExam = Pick<PracticeExam, 'outcome' | 'endedBy' | 'questionsAnswered' | 'minItems' | 'totalQuestions'>

/** Whether 95 % confidence was reached, in a sentence. */
export function confidenceWords({ outcome, endedBy, questionsAnswered, minItems, totalQuestions }: EndOfExam): string {
  if (questionsAnswered === 0) return 'Nothing was answered, so nothing was measured.'
  const side = sides[outcome ?? 'undetermined']
  const tooFew = isShort({ questionsAnswered, minItems }) ? ` the ${countOf(minItems, 'answer')} that it takes` : ''
  switch (endedBy) {
    case 'confidence':
      return `This is sure with 95% confidence: ${side ?? 'your ability is on one side of the passing line'}.`
    case 'curtailment':
      return 'More questions would not have changed this, but it does not reach 95% confidence.'
    case 'maximum':
      return side
        ? `All ${totalQuestions} questions were given, and with the last of them 95% confidence was reached: ${side}.`
        : `95% confidence was not reached: after all ${totalQuestions} questions you were still too close to the passing line.`
    case 'timeout':
      return side
        ? `Time was up. By your answers until then, ${side} with 95% confidence.`
        : `95% confidence was not reached: time was up before${tooFew || ' the exam could tell'}.`
    case 'pool':
      return side
        ? `There were no more questions to give. By your answers, ${side} with 95% confidence.`
        : '95% confidence was not reached: there were no more questions to give.'
    case null:
      return 'It is not known whether 95% confidence was reached.'
  }
}

/** Whether it ended before it had asked for enough. */
const isShort = ({ questionsAnswered, minItems }: Pick<EndOfExam, 'questionsAnswered' | 'minItems'>): boolean =>
  questionsAnswered < minItems

/** What is to be known of the score of an exam that ended too early; null of all others. */
export const shortScoreWords = (end: Pick<EndOfExam, 'questionsAnswered' | 'minItems'>): string | null =>
  isShort(end)
    ? `You answered ${end.questionsAnswered} of the ${end.minItems} questions that this exam gives at least. In the score, those that are missing count as not right.`
    : null

const sides = {
  pass: 'your ability is above the passing line',
  fail: 'your ability is below the passing line',
  undetermined: null,
} as const

/** When and why an exam stopped. */
export function stopWords({ outcome, endedBy, questionsAnswered, minItems, totalQuestions }: EndOfExam): string {
  const after = questionsAnswered === 0 ? 'It ended before the first answer' : `It stopped after question ${questionsAnswered}`
  switch (endedBy) {
    case 'confidence':
      return `${after}: at least ${minItems} were answered, and the whole band was ${outcome === 'fail' ? 'below' : 'above'} the passing line.`
    case 'curtailment':
      return `${after}: on whichever side of the passing line your ability was then, the questions left up to ${totalQuestions} would hardly have changed it.`
    case 'maximum':
      return `${after}, the most that this exam gives.`
    case 'timeout':
      return `${after}, when its time was up.`
    case 'pool':
      return `${after}, because no question was left that it could give.`
    case null:
      return `${after}.`
  }
}

export interface Band {
  readonly low: number
  readonly high: number
}

/**
 * What the exam is sure of: with 95 % confidence that the ability is above the lower end, and as sure that it is below
 * the upper one. Once the cut is outside, the exam is sure which side it is on.
 */
export const bandOf = ({ ability, standardError }: { ability: number; standardError: number }): Band => ({
  low: ability - SURE * standardError,
  high: ability + SURE * standardError,
})

/** A band as it is said: "−0.2 to 0.7". */
export const bandWords = ({ low, high }: Band): string => `${tenthsOf(low)} to ${tenthsOf(high)}`

/** A band on the scale of scores: "64 to 81". */
export const scoreBandWords = ({ low, high }: Band, cut: number): string => `${scoreOf(low, cut)} to ${scoreOf(high, cut)}`

/** "Medium (1.8 of 3)"; what stands for the mean of levels, of which hard is 3. */
export const difficultyWords = (mean: number): string => `${capitalized(difficultyOfMean(mean))} (${mean.toFixed(1)} of 3)`

/** A domain, Clinical Judgment, or a module by what people call it. */
export function categoryName(category: string): string {
  const module = moduleNames.find((name) => name === category)
  return module ? moduleLabel(module) : category
}
