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
