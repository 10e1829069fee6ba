import { expect, test } from 'vitest'
import type { Item } from '../../questions/content/item.ts'
import { questionContent } from '../../questions/content/testing/question-content.ts'
import { askedQuestion } from '../questions/answer-result.ts'
import { examQuestion } from './exam-question.ts'

const asked = (item: Item = questionContent().item) =>
  askedQuestion(
    { id: '00000000-0000-4000-8000-000000000001', version: 3, content: questionContent({ item }), shuffle: null },
    () => '/picture',
  )

test('the letters of single choice go by the order in which its choices are shown', () => {
  const question = asked()
  const [optionA, optionB, optionC, optionD] = question.choices
  expect(examQuestion(question, { order: 7, difficulty: 0.81 })).toEqual({
    order: 7,
    id: question.id,
    module: 'Trauma',
    difficulty: 'hard',
    question: question.stem,
    optionA,
    optionB,
    optionC,
    optionD,
    asked: question,
  })
  expect([optionA, optionD]).toEqual(['Anuria', 'Narrowed pulse pressure'])
})

test('other kinds have no letters', () => {
  const item: Item = {
    kind: 'multiple_response',
    options: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, text: `Finding ${id}`, rationale: 'It says why.' })),
    keys: ['a', 'c'],
  }
  const { optionA, optionB, optionC, optionD, asked: general } = examQuestion(asked(item), { order: 1, difficulty: -1 })
  expect([optionA, optionB, optionC, optionD]).toEqual([null, null, null, null])
  expect(general.choices).toHaveLength(5)
})
