import { expect, test } from 'vitest'
import type { BankQuestion } from './content/content.ts'
import { questionContent } from './content/testing/question-content.ts'
import { coveragePage, subTopics } from './coverage.ts'
import { moduleNames } from './shown/modules.ts'

const question: BankQuestion = {
  id: 'trauma-001',
  ...questionContent({
    difficulty: 'hard',
    bloomsLevel: 'remember',
    tags: { domain: 'Trauma', subTopic: 'Burns', ageGroup: 'infant', judgmentStep: null },
  }),
}

test('the page counts by tags', () => {
  const page = coveragePage([
    question,
    { ...question, difficulty: 'easy', bloomsLevel: 'apply', tags: { ...question.tags, ageGroup: 'adult' } },
  ])
  expect(page).toContain('the 2 questions')
  expect(page).toContain('| Trauma | 1 | 0 | 1 |')
  expect(page).toContain('| All | 1 (50 %) | 0 (0 %) | 1 (50 %) |')
  expect(page).toContain('| Burns | 2 | 1 | 0 | 1 | 1 | infant 1, adult 1 |')
})

test('a sub-topic without questions is on the page', () => {
  expect(coveragePage([])).toContain('| Burns | 0 | 0 | 0 | 0 | 0 |  |')
})

test('no module names a sub-topic twice', () => {
  for (const name of moduleNames)
    expect(new Set(subTopics[name].map((subTopic) => subTopic.toLowerCase())).size).toBe(subTopics[name].length)
})
