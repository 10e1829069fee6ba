import type { TierShows } from '../../billing/tiers.ts'
import { type QuestionContent, questionTypeOf } from '../../questions/content.ts'
import { askedItem, correctAnswerOf, type ItemAnswer, keyOf, partsRight, reasonsOf, shownTexts, wordsOf } from '../../questions/item.ts'
import { shuffledItem } from '../../questions/shuffled-item.ts'
import type { AnsweredQuestion, AnswerResult, Question, WithheldAnswer } from './questions.ts'
import { type PictureAddressOf, shownPicture } from './shown-picture.ts'

export interface ShownVersion {
  readonly id: string
  readonly version: number
  readonly content: Omit<QuestionContent, 'guideline' | 'tags'>
  /** Seed of the shown order; null for the authored order. */
  readonly shuffle: number | null
}

/** Safe to show before the answer: reveals nothing about the key. */
export function askedQuestion(question: ShownVersion, addressOf: PictureAddressOf): Question {
  const { id, version, content } = question
  const item = shuffledItem(askedItem(content.item), question.shuffle)
  return {
    id,
    version,
    module: content.module,
    questionType: questionTypeOf(content),
    stem: content.stem,
    picture: shownPicture(content.picture, { questionId: id, version, of: 'question' }, addressOf),
    scenario: content.scenario && { part: content.scenario.part, of: content.scenario.of, patient: content.scenario.patient },
    choices: shownTexts(item),
    item,
    difficulty: content.difficulty,
    bloomsLevel: content.bloomsLevel,
  }
}

export interface Viewer {
  readonly shows: TierShows
  readonly addressOf: PictureAddressOf
}

const answeredQuestion = (question: ShownVersion, { shows, addressOf }: Viewer): AnsweredQuestion => ({
  ...askedQuestion(question, addressOf),
  correctAnswer: correctAnswerOf(question.content.item),
  key: keyOf(question.content.item),
  explanation: question.content.explanation,
  explanationPicture: shownPicture(
    question.content.explanationPicture,
    { questionId: question.id, version: question.version, of: 'explanation' },
    addressOf,
  ),
  rationales: shows.rationales ? reasonsOf(question.content.item) : [],
  clinicalPearl: question.content.clinicalPearl,
  references: shows.references ? question.content.references : [],
  isShortened: !shows.rationales || !shows.references,
})

/** May reveal the key because an answer was given. */
export const answerResult = (
  question: ShownVersion,
  { answer, isCorrect }: { readonly answer: ItemAnswer | null; readonly isCorrect: boolean },
  viewer: Viewer,
): AnswerResult => ({
  isCorrect,
  ...withheldAnswer(question, answer),
  parts: partsRight(question.content.item, answer),
  question: answeredQuestion(question, viewer),
})

export const withheldAnswer = ({ content }: ShownVersion, answer: ItemAnswer | null): WithheldAnswer => ({
  selectedAnswer: wordsOf(content.item, answer),
  answer,
})
