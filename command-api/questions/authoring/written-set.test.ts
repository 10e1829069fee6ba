import { brokenSets } from '@medicready/domain/questions/bank-lint'
import { lintQuestion } from '@medicready/domain/questions/lint'
import { judgmentSteps } from '@medicready/domain/questions/shown/terms'
import { cleanSet } from '@medicready/platform/testing/openai/questions'
import { describe, expect, test } from 'vitest'
import type { WantedSet } from './plan.ts'
import { toSet, writeSet } from './writing.ts'

const wanted: WantedSet = { module: 'Trauma', subTopic: 'Burns', difficulty: 'hard', bloomsLevel: 'analyze', kind: 'scenario_set' }
const { schema } = writeSet(wanted, [], [])

test('a written set has three valid questions about one patient, with the same classification and rising steps', () => {
  const contents = toSet(wanted, schema.parse(cleanSet()), { set: 'generated-1', seed: 7 })
  expect(contents.flatMap(lintQuestion)).toEqual([])
  expect(brokenSets(contents.map((content, index) => ({ id: `part ${index + 1}`, ...content })))).toEqual([])
  for (const { module, difficulty, bloomsLevel, tags } of contents)
    expect({ module, difficulty, bloomsLevel, subTopic: tags.subTopic, kind: 'scenario_set' }).toEqual(wanted)
  const steps = contents.flatMap(({ tags }) => (tags.judgmentStep ? [judgmentSteps.indexOf(tags.judgmentStep)] : []))
  expect(steps).toHaveLength(3)
  expect(steps).toEqual(steps.toSorted((one, other) => one - other))
})

test('each part may have its own picture', () => {
  const written = cleanSet()
  const picture = { kind: 'ecg_strip', rhythm: 'sinus_tachycardia', rate: 130 }
  const parts = { first: { ...written.first, picture }, third: { ...written.third, picture } }
  const pictures = toSet(wanted, schema.parse({ ...written, ...parts }), { set: 'generated-1', seed: 7 }).map((content) => content.picture)
  expect(pictures).toEqual([{ ...picture, seed: 7, alt: null }, null, { ...picture, seed: 9, alt: null }])
})

describe('is not a valid set', () => {
  const { first, second, third, ...rest } = cleanSet()
  test.each([
    ['without a patient', { ...rest, patient: ' ', first, second, third }],
    ['with a part that is of another kind than it may be', { ...rest, first: second, second, third }],
    [
      'with a part whose item is not of its kind',
      { ...rest, first, second: { ...second, asks: { ...second.asks, item: first.asks.item } }, third },
    ],
    ['with a step that comes too soon', { ...rest, first: { ...first, judgmentStep: 'take action' }, second, third }],
    ['with two parts', { ...rest, first, second }],
  ])('%s', (_, written) => {
    expect(schema.safeParse(written).success).toBe(false)
  })
})
