import type { QuestionContent } from '../questions/content.ts'
import { choicesOf, correctAnswerOf, distractorsOf, type ItemAnswer, wordsOf } from '../questions/item.ts'
import type { AnsweredQuestion, AnswerResult, Question } from './questions.ts'

/** One version of a question. */
interface Version {
  readonly questionId: string
  readonly version: number
  readonly content: QuestionContent
}

/** A question as it may be shown before it is answered. */
export const askedQuestion = ({ questionId, version, content }: Version): Question => ({
  id: questionId,
  version,
  module: content.module,
  questionType: content.item.kind,
  stem: content.stem,
  choices: choicesOf(content.item),
  difficulty: content.difficulty,
  bloomsLevel: content.bloomsLevel,
})

/** The same with what its answer uncovers. */
export const answeredQuestion = (version: Version): AnsweredQuestion => ({
  ...askedQuestion(version),
  correctAnswer: correctAnswerOf(version.content.item),
  explanation: version.content.explanation,
  rationales: distractorsOf(version.content.item).map(({ text, rationale }) => ({ text, rationale })),
  clinicalPearl: version.content.clinicalPearl,
  references: version.content.references,
})

/** An answer with the question's secrets, because it was given. The version is the one that was answered. */
export const answerResult = (
  version: Version,
  { isCorrect, answer }: { readonly isCorrect: boolean; readonly answer: ItemAnswer | null },
): AnswerResult => ({ isCorrect, selectedAnswer: wordsOf(version.content.item, answer), question: answeredQuestion(version) })
