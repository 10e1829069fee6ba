import type { Fact, FactOf } from '@medicready/domain/events'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { answerHistories } from './answer-histories.ts'

const user_id = '00000000-0000-4000-8000-000000000001'
const question_id = '00000000-0000-4000-8000-000000000002'

const answered = (date: string, data: Partial<FactOf<'AnswerSubmitted'>['data']>): Fact =>
  answerSubmitted({ userId: user_id, date, questionId: question_id, mode: 'practice', answer: null, ...data })
const flagged = (date: string): Fact => ({ type: 'QuestionFlaggedForReview', data: { userId: user_id, date, questionId: question_id } })

const [monday, tuesday] = ['2026-03-02', '2026-03-03']
const nothing = { is_missed: false, is_flagged: false, is_slow: false, is_guessed: false, missed: 0 }
const leaves = (facts: readonly Fact[], history: object) =>
  given(answerHistories, facts).leaves({ answer_histories: [{ user_id, question_id, ...nothing, ...history }] })

test('the latest answer decides whether a question is missed, slow or guessed; misses are counted', async () => {
  await leaves([answered(monday, { isCorrect: false })], { answered_on: monday, is_missed: true, missed: 1 })
  await leaves([answered(monday, { isCorrect: false }), answered(tuesday, {})], { answered_on: tuesday, missed: 1 })
  await leaves([answered(monday, { timeSpentSeconds: 90 })], {})
  await leaves([answered(monday, { timeSpentSeconds: 91 })], { is_slow: true })
  await leaves([answered(monday, { timeSpentSeconds: 91, isCorrect: false })], { is_missed: true, missed: 1 })
  await leaves([answered(monday, { confidence: 3 })], {})
  await leaves([answered(monday, { confidence: 2 })], { is_guessed: true })
  await leaves([answered(monday, { confidence: 1, isCorrect: false })], { is_missed: true, missed: 1 })
  await leaves([answered(monday, { confidence: 1, timeSpentSeconds: 300 }), answered(tuesday, { confidence: 5 })], {})
})

test('a late answer for an earlier day counts, but does not change the latest', () =>
  leaves([answered(tuesday, {}), answered(monday, { isCorrect: false })], { answered_on: tuesday, missed: 1 }))

test('a flag stays, whether set with an answer, after it, or without one', async () => {
  await leaves([flagged(monday)], { answered_on: null, is_flagged: true })
  await leaves([answered(monday, { flaggedForReview: true }), answered(tuesday, {})], { is_flagged: true })
  await leaves([flagged(monday), flagged(monday), answered(tuesday, {})], { answered_on: tuesday, is_flagged: true })
})
