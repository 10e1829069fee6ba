import type { QuestionReview } from '@medicready/domain/contract/reviews'
import { guidelineYears } from '@medicready/domain/questions/terms'
import { expect, it } from 'vitest'
import { contentOf, draftErrors, draftOf, refusedFields } from './content-draft.ts'

const content: QuestionReview['content'] = {
  module: 'Trauma',
  questionType: 'multiple_choice',
  stem: 'Which finding comes first?',
  correctAnswer: 'Narrowed pulse pressure',
  distractors: [
    { text: 'Bradycardia', rationale: 'A late sign.' },
    { text: 'Anuria', rationale: 'A late sign.' },
    { text: 'Hypotension', rationale: 'Comes with decompensation.' },
  ],
  explanation: 'Vasoconstriction raises the diastolic pressure.',
  clinicalPearl: 'Watch the pulse pressure.',
  references: ['PHTLS, 10th edition, 2023', 'NAEMT, 2024'],
  difficulty: 'moderate',
  bloomsLevel: 'understand',
  guideline: { name: 'PHTLS', year: 2023 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup: 'adult', judgmentStep: null },
}

it('comes out of the form as it went in', () => {
  expect(contentOf(draftOf(content))).toEqual(content)
  expect(contentOf({ ...draftOf(content), references: ' PHTLS, 2023 \n\n  NAEMT, 2024\n' }).references).toEqual([
    'PHTLS, 2023',
    'NAEMT, 2024',
  ])
})

it('says which fields are empty before anything is sent', () => {
  expect(draftErrors(draftOf(content))).toEqual({})
  const [first, ...others] = content.distractors
  const emptied = {
    ...draftOf(content),
    stem: '  ',
    guidelineYear: 'soon',
    distractors: [{ text: '', rationale: first?.rationale ?? '' }, ...others],
  }
  expect(Object.keys(draftErrors(emptied)).sort()).toEqual(['distractors.0.text', 'guideline.year', 'stem'])
})

it('takes the years that the service takes', () => {
  const yearError = (guidelineYear: string) => draftErrors({ ...draftOf(content), guidelineYear })['guideline.year']
  const { min, max } = guidelineYears
  for (const year of [`${min}`, '2008', ' 2025 ', `${max}`]) expect(yearError(year), year).toBeUndefined()
  for (const year of [`${min - 1}`, `${max + 1}`, '', '20', '2e3', '2008.5', '-2008'])
    expect(yearError(year), year).toBe('Please give a year, such as 2025')
})

it('shows each refusal at its field, and what belongs to none above them', () => {
  expect(
    refusedFields([
      { path: 'content.stem', message: 'too long' },
      { path: 'content.references.1', message: 'is not valid' },
      { path: 'content', message: 'unit missing: heart rate' },
    ]),
  ).toEqual({ fields: { stem: 'Too long', references: 'Is not valid' }, general: ['Unit missing: heart rate'] })
})
