import type { TierShows } from '../billing/tiers.ts'
import type { AnsweredQuestion, AnswerResult, Question, WithheldAnswer } from '../contract/questions/questions.ts'
import type { QuestionContent } from './content.ts'
import { askedItem, correctAnswerOf, type ItemAnswer, keyOf, partsRight, reasonsOf, shownTexts, wordsOf } from './item.ts'
import { type PictureAddressOf, shownPicture } from './pictures/shown-picture.ts'
import { questionTypeOf } from './question-type.ts'
import { shuffledItem } from './shuffled-item.ts'

/** One version of a question, with what of its content a learner is ever shown. */
export interface QuestionVersion {
  readonly id: string
  readonly version: number
  readonly content: Omit<QuestionContent, 'guideline' | 'tags'>
  /** Seeds the order in which its parts are shown; null where they stand in their own. */
  readonly shuffle: number | null
}

/** The question as it may be shown before it is answered: nothing in it tells which choice is right. */
export function askedQuestion(question: QuestionVersion, addressOf: PictureAddressOf): Question {
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

/** Whom an answer is shown to. */
export interface Viewer {
  /** As the tier has it. */
  readonly shows: TierShows
  readonly addressOf: PictureAddressOf
}

/** The question with what an answer uncovers, as far as the viewer's tier shows it. */
const answeredQuestion = (question: QuestionVersion, { shows, addressOf }: Viewer): AnsweredQuestion => ({
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

/**
 * The answer as it may be shown: in the words of the version that it answers, and with the question's secrets, because
 * it was given.
 */
export const answerResult = (
  question: QuestionVersion,
  { answer, isCorrect }: { readonly answer: ItemAnswer | null; readonly isCorrect: boolean },
  viewer: Viewer,
): AnswerResult => ({
  isCorrect,
  ...withheldAnswer(question, answer),
  parts: partsRight(question.content.item, answer),
  question: answeredQuestion(question, viewer),
})

/** What was answered, and nothing of what is right. */
export const withheldAnswer = ({ content }: QuestionVersion, answer: ItemAnswer | null): WithheldAnswer => ({
  selectedAnswer: wordsOf(content.item, answer),
  answer,
})
