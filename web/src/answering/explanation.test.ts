import type { AnswerResult } from '@medicready/domain/contract/questions/questions'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Explanation } from './explanation.tsx'

const question: AnswerResult['question'] = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  module: 'Trauma',
  stem: 'What comes first?',
  scenario: null,
  questionType: 'multiple_choice',
  picture: null,
  choices: ['Airway', 'Breathing', 'Circulation', 'Disability'],
  item: {
    kind: 'multiple_choice',
    options: ['Airway', 'Breathing', 'Circulation', 'Disability'].map((text, index) => ({ id: 'abcd'.charAt(index), text })),
  },
  difficulty: 'easy',
  bloomsLevel: 'remember',
  correctAnswer: 'Airway',
  key: { kind: 'multiple_choice', option: 'a' },
  explanation: 'In this order.',
  explanationPicture: null,
  rationales: [],
  clinicalPearl: '',
  references: [],
  changed: null,
  isShortened: false,
}
const parts = { right: 0, of: 1 }
const wordsOf = (result: AnswerResult) => {
  const page = renderToString(createElement(Explanation, { result }))
  return page.replaceAll(/<!-- -->|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('names what was answered by its letter, and says so where time ran out before anything was', () => {
  expect(
    wordsOf({ isCorrect: false, selectedAnswer: 'Breathing', answer: { kind: 'multiple_choice', option: 'b' }, parts, question }),
  ).toContain('Your answer B. Breathing')
  expect(wordsOf({ isCorrect: false, selectedAnswer: '', answer: null, parts, question })).toContain('Your answer None in time')
})
