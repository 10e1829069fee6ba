import { generatedKinds } from '@medicready/domain/questions/authoring/generated-kinds'
import { subTopics } from '@medicready/domain/questions/coverage'
import { describe, expect, test } from 'vitest'
import { type Demand, planQuestions, type Stock } from './plan.ts'

const demand = (module: Demand['module'], { exhausted = 0, running = 1, shortage = 5 } = {}): Demand => ({
  module,
  exhausted,
  running,
  shortage,
})

/** So many questions of each kind of each sub-topic. */
const full = (module: Demand['module'], unseen = 4): Stock[] =>
  subTopics[module].flatMap((subTopic) =>
    (['easy', 'moderate', 'hard'] as const).flatMap((difficulty) =>
      (['remember', 'understand', 'apply', 'analyze', 'evaluate'] as const).map((bloomsLevel) => ({
        module,
        subTopic,
        difficulty,
        bloomsLevel,
        kind: 'multiple_choice' as const,
        unseen,
      })),
    ),
  )

test('nothing is wanted where nothing runs out', () => {
  expect(planQuestions([], full('Trauma'), 10)).toEqual([])
  expect(planQuestions([demand('Trauma', { shortage: 0 })], full('Trauma'), 10)).toEqual([])
})

test('no more than is asked for, and no more of a module than it is short of', () => {
  expect(planQuestions([demand('Trauma', { shortage: 50 })], full('Trauma'), 4)).toHaveLength(4)
  expect(planQuestions([demand('Trauma', { shortage: 3 })], full('Trauma'), 10)).toHaveLength(3)
})

test('modules take turns, first the one that somebody has seen all of, then the one that runs low for most', () => {
  const demands = [demand('Trauma', { running: 9 }), demand('Geriatrics', { running: 2 }), demand('Pediatrics', { exhausted: 1 })]
  expect(planQuestions(demands, [], 5).map(({ module }) => module)).toEqual(['Pediatrics', 'Trauma', 'Geriatrics', 'Pediatrics', 'Trauma'])
})

describe('within a module', () => {
  test('the sub-topic that has the fewest questions left comes first, one without any before all others', () => {
    const stock = full('Trauma').map((kind) => (kind.subTopic === 'Burns' ? { ...kind, unseen: 0.01 } : kind))
    expect(planQuestions([demand('Trauma')], stock, 1)).toMatchObject([{ subTopic: 'Burns' }])
    const without = stock.filter(({ subTopic }) => subTopic !== 'Spinal trauma')
    expect(planQuestions([demand('Trauma')], without, 2)).toMatchObject([{ subTopic: 'Spinal trauma' }, { subTopic: 'Burns' }])
  })

  test('a plan from nothing spreads over all sub-topics and keeps the shares of difficulty and of Bloom', () => {
    const plan = planQuestions([demand('Trauma', { shortage: 100 })], [], 100)
    const count = (key: 'subTopic' | 'difficulty' | 'bloomsLevel', value: string) => plan.filter((wanted) => wanted[key] === value).length
    for (const subTopic of subTopics.Trauma)
      expect(count('subTopic', subTopic)).toBeGreaterThanOrEqual(Math.floor(100 / subTopics.Trauma.length))
    expect(count('difficulty', 'easy')).toBe(30)
    expect(count('difficulty', 'moderate')).toBe(45)
    expect(count('difficulty', 'hard')).toBe(25)
    expect(count('bloomsLevel', 'remember')).toBe(15)
    expect(count('bloomsLevel', 'create')).toBe(0)
  })

  test('two of five are of other kinds than single choice, and numbers are asked for doses alone and leads of ECGs alone', () => {
    const kinds = (module: Demand['module']) => planQuestions([demand(module, { shortage: 100 })], [], 100).map(({ kind }) => kind)
    expect(kinds('Trauma').filter((kind) => kind !== 'multiple_choice')).toHaveLength(40)
    expect(kinds('Trauma')).not.toContain('fill_in_blank')
    const all = (but: string) => new Set(generatedKinds.filter((kind) => kind !== but))
    expect(new Set(kinds('Pharmacology & Medication Administration'))).toEqual(all('hot_spot'))
    expect(new Set(kinds('Cardiology & Resuscitation'))).toEqual(all('fill_in_blank'))
    expect(planQuestions([demand('Trauma')], full('Trauma'), 1)).not.toMatchObject([{ kind: 'multiple_choice' }])
  })

  test('the difficulty that is furthest below its share comes first', () => {
    const stock = full('Trauma').filter(({ difficulty }) => difficulty !== 'hard')
    expect(planQuestions([demand('Trauma')], stock, 1)).toMatchObject([{ difficulty: 'hard' }])
  })
})
