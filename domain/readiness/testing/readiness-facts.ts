import type { FactOf } from '../../events.ts'

type Predicted = FactOf<'PassPredicted'>

export const passPredicted = (data: Pick<Predicted['data'], 'userId' | 'of'> & Partial<Predicted['data']>): Predicted => ({
  type: 'PassPredicted',
  data: {
    on: '2026-03-01',
    blueprint: 'national_registry',
    method: 1,
    chance: 0.71,
    low: 0.58,
    high: 0.82,
    ability: -0.2,
    standardError: 0.24,
    scoredAnswers: 412,
    ...data,
  },
})
