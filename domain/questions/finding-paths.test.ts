import { expect, test } from 'vitest'
import type { QuestionContent } from './content/content.ts'
import { questionContent } from './content/testing/question-content.ts'
import { pathsOfFindings } from './finding-paths.ts'
import { type FindingCode, lintQuestion } from './lint.ts'

const sound = questionContent()
const pathsOf = (changed: Parameters<typeof questionContent>[0], code: FindingCode) => {
  const content = questionContent(changed)
  return pathsOfFindings(
    content,
    lintQuestion(content).filter((finding) => finding.code === code),
  )
}

test.each<[string, FindingCode, Partial<QuestionContent>]>([
  ['stem', 'no_single_question', { stem: 'A crew reads its protocols.' }],
  ['stem', 'unit_missing', { stem: 'A man has a heart rate of 88. Which finding comes first?' }],
  ['explanation', 'rationale_thin', { explanation: 'Too short.' }],
  ['clinicalPearl', 'brand_name', { clinicalPearl: 'Narcan wears off before the opioid does.' }],
  ['references.0', 'reference_without_year', { references: ['PHTLS, 10th edition'] }],
  ['guideline.name', 'guideline_not_referenced', { guideline: { name: 'Another guideline', year: 2020 } }],
  ['tags.subTopic', 'sub_topic_unknown', { tags: { ...sound.tags, subTopic: 'Everything' } }],
])('%s: %s', (path, code, changed) => {
  expect(pathsOf(changed, code)).toContain(path)
})

test('a rationale is found by its option, and words of no field have no path', () => {
  // Two options have the same words.
  expect(pathsOf({}, 'rationale_thin').slice(0, 2)).toEqual(['item.options.0.rationale', 'item.options.1.rationale'])
  expect(pathsOfFindings(sound, [{ code: 'dose_outside_table', level: 'error', words: 'no field says this' }])).toEqual([''])
})
