import { wantedKinds } from '@medicready/domain/questions/authoring/generation-day'
import { subTopics } from '@medicready/domain/questions/coverage'
import { describe, expect, test } from 'vitest'
import { type Demand, planQuestions, type Stock } from './plan.ts'

const demand = (module: Demand['module'], { exhausted = 0, running = 1, shortage = 5 } = {}): Demand => ({
  module,
  exhausted,
  running,
  shortage,
})

/** This many questions of each kind for each sub-topic. */
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

test('nothing is planned if no module runs low', () => {
  expect(planQuestions([], full('Trauma'), 10)).toEqual([])
  expect(planQuestions([demand('Trauma', { shortage: 0 })], full('Trauma'), 10)).toEqual([])
})

test('no more is planned than asked for, and no more of a module than it lacks', () => {
  expect(planQuestions([demand('Trauma', { shortage: 50 })], full('Trauma'), 4)).toHaveLength(4)
  expect(planQuestions([demand('Trauma', { shortage: 3 })], full('Trauma'), 10)).toHaveLength(3)
})

test('modules take turns, starting with one that a learner has exhausted, then the one running low for most learners', () => {
  const demands = [demand('Trauma', { running: 9 }), demand('Geriatrics', { running: 2 }), demand('Pediatrics', { exhausted: 1 })]
  expect(planQuestions(demands, [], 5).map(({ module }) => module)).toEqual(['Pediatrics', 'Trauma', 'Geriatrics', 'Pediatrics', 'Trauma'])
})

describe('within a module', () => {
  test('the sub-topic with the fewest questions left comes first, and one with none before all others', () => {
    const stock = full('Trauma').map((kind) => (kind.subTopic === 'Burns' ? { ...kind, unseen: 0.01 } : kind))
    expect(planQuestions([demand('Trauma')], stock, 1)).toMatchObject([{ subTopic: 'Burns' }])
    const without = stock.filter(({ subTopic }) => subTopic !== 'Spinal trauma')
    expect(planQuestions([demand('Trauma')], without, 2)).toMatchObject([{ subTopic: 'Spinal trauma' }, { subTopic: 'Burns' }])
  })

  test("a plan for an empty bank covers all sub-topics and keeps the shares of difficulty and Bloom's levels", () => {
    const plan = planQuestions([demand('Trauma', { shortage: 100 })], [], 100).filter(({ kind }) => kind !== 'scenario_set')
    expect(plan).toHaveLength(85)
    const count = (key: 'subTopic' | 'difficulty' | 'bloomsLevel', value: string) => plan.filter((wanted) => wanted[key] === value).length
    for (const subTopic of subTopics.Trauma)
      expect(count('subTopic', subTopic)).toBeGreaterThanOrEqual(Math.floor(85 / subTopics.Trauma.length))
    expect(Math.abs(count('difficulty', 'easy') - 0.3 * 85)).toBeLessThan(1)
    expect(Math.abs(count('difficulty', 'moderate') - 0.45 * 85)).toBeLessThan(1)
    expect(Math.abs(count('difficulty', 'hard') - 0.25 * 85)).toBeLessThan(1)
    expect(Math.abs(count('bloomsLevel', 'remember') - 0.15 * 85)).toBeLessThan(1)
    expect(count('bloomsLevel', 'create')).toBe(0)
  })

  test('two in five single questions are not single choice, twenty questions include one set, and calculations are only for doses and hot spots only for ECGs', () => {
    const kinds = (module: Demand['module']) => planQuestions([demand(module, { shortage: 100 })], [], 100).map(({ kind }) => kind)
    expect(kinds('Trauma').filter((kind) => kind === 'multiple_choice')).toHaveLength(51)
    expect(kinds('Trauma').filter((kind) => kind === 'scenario_set')).toHaveLength(5)
    expect(kinds('Trauma')).not.toContain('fill_in_blank')
    const all = (but: string) => new Set(wantedKinds.filter((kind) => kind !== but))
    expect(new Set(kinds('Pharmacology & Medication Administration'))).toEqual(all('hot_spot'))
    expect(new Set(kinds('Cardiology & Resuscitation'))).toEqual(all('fill_in_blank'))
    expect(planQuestions([demand('Trauma')], full('Trauma'), 1)).not.toMatchObject([{ kind: 'multiple_choice' }])
  })

  test('a set counts as three questions and is planned only if all of them fit', () => {
    const kinds = (shortage: number, count: number) =>
      planQuestions([demand('Trauma', { shortage })], full('Trauma'), count).map(({ kind }) => kind)
    const others = ['multiple_response', 'build_list', 'drag_drop', 'options_table']
    expect(kinds(7, 7)).toEqual([...others, 'scenario_set'])
    expect(kinds(6, 7)).toEqual([...others, 'multiple_response', 'options_table'])
    expect(kinds(7, 6)).toEqual(kinds(6, 7))
  })

  test('a set never only asks for recall, and fills no sub-topic', () => {
    const demands = [demand('Trauma', { shortage: 100 })]
    const plan = planQuestions(demands, [], 100)
    for (const { bloomsLevel } of plan.filter(({ kind }) => kind === 'scenario_set'))
      expect(['apply', 'analyze', 'evaluate']).toContain(bloomsLevel)
    const sets = full('Trauma', 100).map((kind) => ({ ...kind, kind: 'scenario_set' as const }))
    expect(planQuestions(demands, sets, 1)).toMatchObject([{ subTopic: subTopics.Trauma[0], kind: 'multiple_choice' }])
  })

  test('the difficulty furthest below its share comes first', () => {
    const stock = full('Trauma').filter(({ difficulty }) => difficulty !== 'hard')
    expect(planQuestions([demand('Trauma')], stock, 1)).toMatchObject([{ difficulty: 'hard' }])
  })
})
