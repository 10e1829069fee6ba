import type { AnswerResult, AskedItem, Question } from '@medicready/domain/contract/questions/questions'
import { rowLetter } from '../../ui/radio-rows.tsx'

/** What is read aloud of a question, sentence by sentence: browsers stop in the middle of long speeches. */

const texts = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text)
const lettered = (parts: readonly { readonly text: string }[]) => parts.map(({ text }, index) => `${rowLetter(index)}. ${text}.`)

function spokenItem(item: AskedItem): string[] {
  switch (item.kind) {
    case 'multiple_choice':
      return lettered(item.options)
    case 'multiple_response':
      return [`Choose ${item.choose}.`, ...lettered(item.options)]
    case 'build_list':
      return ['Put these steps in order.', ...lettered(item.steps)]
    case 'drag_drop':
      return [`Put each into one of these: ${texts(item.boxes).join('; ')}.`, ...lettered(item.things)]
    case 'options_table':
      return [`For each row choose one of these: ${texts(item.columns).join('; ')}.`, ...texts(item.rows).map((row) => `${row}.`)]
    case 'hot_spot':
      return ['Choose a place in the picture.', ...lettered(item.spots)]
    case 'fill_in_blank':
      return [`Enter a number in ${item.unit}.`]
  }
}

const sentences = (text: string): string[] =>
  text.match(/[^.!?\n]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^.!?\n]*)*[.!?]*/g)?.map((one) => one.trim()) ?? []

export const spokenQuestion = ({ scenario, stem, item }: Pick<Question, 'scenario' | 'stem' | 'item'>): string[] =>
  [...(scenario ? sentences(scenario.patient) : []), ...sentences(stem), ...spokenItem(item)].filter((one) => one !== '')

/** The outcome, the right answer and why. Only for what may be seen. */
export const spokenExplanation = ({ isCorrect, question }: Pick<AnswerResult, 'isCorrect' | 'question'>): string[] =>
  [
    isCorrect ? 'Correct.' : 'Incorrect.',
    `The correct answer: ${question.correctAnswer}.`,
    ...sentences(question.explanation),
    ...(question.clinicalPearl ? ['Clinical pearl.', ...sentences(question.clinicalPearl)] : []),
  ].filter((one) => one !== '')
