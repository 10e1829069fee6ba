import { expect, test } from 'vitest'
import { tierShows } from '../../billing/shown/tiers.ts'
import { answerNamed, multipleChoice } from '../../questions/content/item.ts'
import { answerResult, askedQuestion, type ExplainedVersion, type PicturePlace } from './answer-result.ts'

const item = multipleChoice('Open the airway', [
  { text: 'apply oxygen', rationale: 'It comes later.' },
  { text: 'Transport', rationale: 'Not yet.' },
  { text: 'Wait', rationale: 'Never.' },
])

const question: ExplainedVersion = {
  shuffle: null,
  changed: null,
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

const addressOf = ({ questionId, version, of }: PicturePlace) => `/${of}/${questionId}/${version}`
const viewer = { shows: tierShows.basic, addressOf }

test('before the answer, a question has its choices in order and reveals nothing', () => {
  expect(askedQuestion(question, addressOf)).toEqual({
    id: question.id,
    version: 3,
    module: 'Trauma',
    questionType: 'multiple_choice',
    stem: 'What comes first?',
    scenario: null,
    picture: null,
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

test('an answer is shown in the words of its version, with everything it reveals', () => {
  expect(answerResult(question, { answer: answerNamed(item, 'Transport'), isCorrect: false }, viewer)).toEqual({
    isCorrect: false,
    selectedAnswer: 'Transport',
    answer: { kind: 'multiple_choice', option: 'c' },
    parts: { right: 0, of: 1 },
    question: {
      ...askedQuestion(question, addressOf),
      correctAnswer: 'Open the airway',
      key: { kind: 'multiple_choice', option: 'b' },
      explanation: 'Nothing goes before the airway.',
      explanationPicture: null,
      rationales: [
        { id: 'a', text: 'apply oxygen', rationale: 'It comes later.' },
        { id: 'c', text: 'Transport', rationale: 'Not yet.' },
        { id: 'd', text: 'Wait', rationale: 'Never.' },
      ],
      clinicalPearl: 'A before B.',
      references: ['A guideline, 2025'],
      changed: null,
      isShortened: false,
    },
  })
})

test('without a paid tier, the right answer, explanation, and pearl are shown, but no reasons or references', () => {
  const answer = { answer: answerNamed(item, 'Transport'), isCorrect: false }
  const [inFull, toFree] = [answerResult(question, answer, viewer), answerResult(question, answer, { shows: tierShows.free, addressOf })]
  expect(toFree).toEqual({ ...inFull, question: { ...inFull.question, rationales: [], references: [], isShortened: true } })
})

test('nothing was chosen if time ran out', () => {
  expect(answerResult(question, { answer: null, isCorrect: false }, viewer)).toMatchObject({ isCorrect: false, selectedAnswer: '' })
})

test("pictures show only an address and a description, the explanation's only after the answer", () => {
  const picture = { kind: 'capnogram', pattern: 'bronchospasm', rate: null, etco2: null, seed: 1, alt: null } as const
  const rows = [
    { label: 'Pulse', unit: '/min', values: ['96', '118'] },
    { label: 'Skin', unit: null, values: ['warm', 'cool'] },
  ]
  const table = { times: ['14:05', '14:15'], rows }
  const explanationPicture = { kind: 'vital_signs' as const, ...table, alt: 'The pulse rises.' }
  const pictured = { ...question, content: { ...question.content, picture, explanationPicture } }
  const asked = askedQuestion(pictured, addressOf)
  expect(asked.picture).toEqual({
    imageUrl: `/question/${question.id}/3`,
    soundUrl: null,
    alt: expect.stringMatching(/^A capnogram of 30 seconds/),
    width: 960,
    height: 330,
    table: null,
    textTable: null,
  })
  expect(JSON.stringify(asked)).not.toMatch(/bronchospasm|seed|14:05/)
  expect(answerResult(pictured, { answer: null, isCorrect: false }, viewer).question).toMatchObject({
    picture: asked.picture,
    explanationPicture: { imageUrl: `/explanation/${question.id}/3`, alt: 'The pulse rises.', table },
  })
  const textTable = {
    caption: 'What to give',
    columns: ['When', 'Do'],
    rows: [
      ['Now', 'Oxygen'],
      ['Then', 'Transport'],
    ],
  }
  const told = { ...pictured, content: { ...pictured.content, explanationPicture: { kind: 'table' as const, ...textTable } } }
  expect(answerResult(told, { answer: null, isCorrect: false }, viewer).question.explanationPicture).toMatchObject({
    table: null,
    textTable,
  })
})
