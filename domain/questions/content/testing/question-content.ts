import type { QuestionContent } from '../content.ts'
import { multipleChoice } from '../item.ts'

export const questionContent = (changed: Partial<QuestionContent> = {}): QuestionContent => ({
  module: 'Trauma',
  stem: 'Which finding comes first?',
  picture: null,
  scenario: null,
  item: multipleChoice('Narrowed pulse pressure', [
    { text: 'Bradycardia', rationale: 'A late sign.' },
    { text: 'Anuria', rationale: 'A late sign.' },
    { text: 'Hypotension', rationale: 'Comes with decompensation.' },
  ]),
  explanation: 'Vasoconstriction raises the diastolic pressure.',
  explanationPicture: null,
  clinicalPearl: 'Watch the pulse pressure.',
  references: ['PHTLS, 10th edition, 2023'],
  difficulty: 'moderate',
  bloomsLevel: 'understand',
  guideline: { name: 'PHTLS', year: 2023 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup: 'adult', judgmentStep: null },
  ...changed,
})
