import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import type { QuestionContent } from './content/content.ts'
import { questionContent } from './content/testing/question-content.ts'
import {
  addGenerated,
  contentOf,
  currentVersion,
  discardGenerated,
  publishQuestion,
  type QuestionEvent,
  questionAggregate,
  requestReview,
  retireQuestion,
} from './question.ts'

const questionId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a021'
const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const content = questionContent()
const revisedContent = { ...content, stem: 'Which finding comes FIRST?' }
const publish = (text: QuestionContent) => publishQuestion({ questionId, bankId: 'trauma-001', content: text })

const added: QuestionEvent = {
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'curated', bankId: 'trauma-001', generation: null, content },
}
const revised: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: 2, cause: 'bank', content: revisedContent } }
const retired: QuestionEvent = { type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: 'removed from the bank' } }
const restored: QuestionEvent = { type: 'QuestionRestored', data: { questionId } }
const reviewRequested: QuestionEvent = {
  type: 'QuestionReviewRequested',
  data: { questionId, version: 1, userId, reason: 'Two answers fit.' },
}

test("publishing gives a question the bank's content, and nothing more", () => {
  given(questionAggregate, []).when(publish(content)).emits([added])
  given(questionAggregate, [added]).when(publish(content)).emits([])
  given(questionAggregate, [added]).when(publish(revisedContent)).emits([revised])
  given(questionAggregate, [added, revised]).when(publish(revisedContent)).emits([])
  given(questionAggregate, [added, retired]).when(publish(content)).emits([restored])
  given(questionAggregate, [added, retired]).when(publish(revisedContent)).emits([restored, revised])
})

test('an older version keeps its words', () => {
  const state = fold(questionAggregate, [added, revised])
  expect(contentOf(state, 1)).toEqual(content)
  expect(contentOf(state, 2)).toEqual(revisedContent)
  expect(contentOf(state, 3)).toBeNull()
})

test('nothing is known of a question before it is added', () => {
  expect(contentOf(questionAggregate.initial, 1)).toBeNull()
  expect(currentVersion(questionAggregate.initial)).toBe(0)
  for (const event of [revised, retired, restored, reviewRequested])
    expect(fold(questionAggregate, [event])).toEqual({ situation: 'unknown' })
})

test('a question is retired once', () => {
  const retire = retireQuestion({ reason: 'removed from the bank' })
  given(questionAggregate, [added]).when(retire).emits([retired])
  given(questionAggregate, [added, retired]).when(retire).emits([])
  given(questionAggregate, []).when(retire).emits([])
})

test('a generated question is added once, discarded once, and not added again', () => {
  const generation = { model: 'a model', promptVersion: '5' }
  const add = addGenerated({ questionId, content, generation })
  const discard = discardGenerated({ reason: 'interrupted' })
  const generated: QuestionEvent = {
    type: 'QuestionAdded',
    data: { questionId, version: 1, source: 'ai', bankId: null, generation, content },
  }
  const discarded: QuestionEvent = { type: 'QuestionRetired', data: { questionId, cause: 'generation', reason: 'interrupted' } }
  given(questionAggregate, []).when(add).emits([generated])
  given(questionAggregate, []).when(discard).emits([])
  given(questionAggregate, [generated]).when(discard).emits([discarded])
  given(questionAggregate, [generated, discarded]).when(discard).emits([])
  given(questionAggregate, [generated, discarded]).when(add).emits([])
})

test("a person's request for a review counts once", () => {
  const ask = requestReview({ userId, reason: 'Two answers fit.', version: 1 })
  given(questionAggregate, [added]).when(ask).emits([reviewRequested])
  given(questionAggregate, [added, reviewRequested]).when(ask).emits([])
  given(questionAggregate, []).when(ask).refuses('questionNotFound')
})
