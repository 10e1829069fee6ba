import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { Item, type ItemKind } from '@medicready/domain/questions/content/item'
import items from './sample-questions.json' with { type: 'json' }

export const sampleQuestion = (kind: ItemKind, number = 1): QuestionContent => ({
  module: 'Trauma',
  stem: `Case ${number}. ${items[kind].stem}`,
  picture: kind === 'hot_spot' ? { kind: 'ecg_12_lead', pattern: 'normal', rate: null, seed: 1, alt: null } : null,
  scenario: null,
  item: Item.parse(items[kind].item),
  explanation: 'The order of what kills first decides, and the rest can wait until that is done.',
  explanationPicture: null,
  clinicalPearl: 'What can be seen at once is treated at once.',
  references: ['National Model EMS Clinical Guidelines, 2022'],
  difficulty: 'moderate',
  bloomsLevel: 'apply',
  guideline: { name: 'National Model EMS Clinical Guidelines', year: 2022 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup: 'adult', judgmentStep: null },
})
