import type { Fact } from '@medicready/domain/events'
import { questionContent } from '@medicready/domain/questions/content/testing/question-content'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { guidelineChanges } from './guideline-changes.ts'

const questionId = '00000000-0000-4000-8000-000000000001'
const content = (year: number) => questionContent({ guideline: { name: 'A guideline', year } })
const added: Fact = {
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'curated', bankId: 'a-1', generation: null, content: content(2020) },
}
const revised = (version: number, year: number): Fact => ({
  type: 'QuestionRevised',
  data: { questionId, version, cause: 'bank', content: content(year) },
})

test('a question counts as changed since the first version based on the new guideline', async () => {
  await given(guidelineChanges, [added, revised(2, 2020)]).leaves({ question_guidelines: [{ changed_version: null, changed_at: null }] })
  await given(guidelineChanges, [added, revised(2, 2020), revised(3, 2025), revised(4, 2025)]).leaves({
    question_guidelines: [{ question_id: questionId, changed_version: 3, guideline: { name: 'A guideline', year: 2025 } }],
  })
})

const change = {
  changeId: '00000000-0000-4000-8000-0000000000c1',
  source: 'A guideline',
  section: null,
  year: 2025,
  what: 'The dose is now 2 mg.',
  why: 'It saves more lives.',
}
const outdated = (isWithdrawn: boolean): Fact => ({ type: 'QuestionOutdated', data: { questionId, version: 1, ...change, isWithdrawn } })
const resolved = (version: number, decision: 'kept' | 'revised'): Fact => ({
  type: 'QuestionReviewResolved',
  data: { questionId, version, decision, note: 'Thanks.', resolvedBy: questionId },
})

test('the first version after a change counts as changed in its year, whatever the question says', async () => {
  await given(guidelineChanges, [
    added,
    outdated(false),
    outdated(true),
    revised(2, 2020),
    resolved(1, 'revised'),
    revised(3, 2020),
  ]).leaves({
    question_guidelines: [{ changed_version: 2, changed_to: { name: 'A guideline', year: 2025 } }],
    outdated_questions: [{ question_id: questionId, version: 1, is_open: false, what: change.what }],
  })
})

test('of a question that an educator kept, no one is told', async () => {
  await given(guidelineChanges, [added, outdated(false)]).leaves({ outdated_questions: [{ is_open: true }] })
  await given(guidelineChanges, [added, outdated(true), resolved(1, 'kept')]).leaves({ outdated_questions: [] })
})

test('a dismissed notice is forgotten with its account', async () => {
  const userId = '00000000-0000-4000-8000-0000000000a1'
  const dismissed: Fact = { type: 'GuidelineNoticeDismissed', data: { userId, changeId: change.changeId } }
  await given(guidelineChanges, [dismissed]).leaves({ dismissed_notices: [{ user_id: userId, change_id: change.changeId }] })
  await given(guidelineChanges, [dismissed, { type: 'AccountErased', data: { userId } }]).leaves({ dismissed_notices: [] })
})
