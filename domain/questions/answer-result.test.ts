import { expect, test } from 'vitest'
import { answerResult, askedQuestion, type QuestionVersion } from './answer-result.ts'
import { answerNamed, multipleChoice } from './item.ts'

const item = multipleChoice('Open the airway', [
  { text: 'apply oxygen', rationale: 'It comes later.' },
  { text: 'Transport', rationale: 'Not yet.' },
  { text: 'Wait', rationale: 'Never.' },
])

const question: QuestionVersion = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 3,
  content: {
    module: 'Trauma',
    stem: 'What comes first?',
    picture: null,
    scenario: null,
    explanationPicture: null,
    item,
    explanation: 'Nothing goes before the airway.',
    clinicalPearl: 'A before B.',
    references: ['A guideline, 2025'],
    difficulty: 'easy',
    bloomsLevel: 'apply',
  },
}

test('a question before its answer has its choices in order and no secret', () => {
  expect(askedQuestion(question)).toEqual({
    id: question.id,
    version: 3,
    module: 'Trauma',
    questionType: 'multiple_choice',
    stem: 'What comes first?',
    choices: ['apply oxygen', 'Open the airway', 'Transport', 'Wait'],
    item: {
      kind: 'multiple_choice',
      options: [
        { id: 'a', text: 'apply oxygen' },
        { id: 'b', text: 'Open the airway' },
        { id: 'c', text: 'Transport' },
        { id: 'd', text: 'Wait' },
      ],
    },
    difficulty: 'easy',
    bloomsLevel: 'apply',
  })
})

test('an answer is told in the words of its version, with all that it uncovers', () => {
  expect(answerResult(question, { answer: answerNamed(item, 'Transport'), isCorrect: false })).toEqual({
    isCorrect: false,
    selectedAnswer: 'Transport',
    answer: { kind: 'multiple_choice', option: 'c' },
    parts: { right: 0, of: 1 },
    question: {
      ...askedQuestion(question),
      correctAnswer: 'Open the airway',
      key: { kind: 'multiple_choice', option: 'b' },
      explanation: 'Nothing goes before the airway.',
      rationales: [
        { id: 'a', text: 'apply oxygen', rationale: 'It comes later.' },
        { id: 'c', text: 'Transport', rationale: 'Not yet.' },
        { id: 'd', text: 'Wait', rationale: 'Never.' },
      ],
      clinicalPearl: 'A before B.',
      references: ['A guideline, 2025'],
    },
  })
})

test('where time ran out nothing was chosen', () => {
  expect(answerResult(question, { answer: null, isCorrect: false })).toMatchObject({ isCorrect: false, selectedAnswer: '' })
})
