import { expect, test } from 'vitest'
import { numbersFrom } from '../core/seeded-numbers.ts'
import type { GroupComparison } from './calibration-facts.ts'
import { comparingGroups, type Grouping } from './compared-groups.ts'

const ITEMS = 60
const ANSWERS_A_LEARNER = 15

const difficultyOf = (item: number): number => (3 * item) / ITEMS - 1.5
const rightAt = (ability: number, difficulty: number): number => 1 / (1 + Math.exp(difficulty - ability))

/** The most likely ability, shrunken toward 0 as in the calibration. */
function estimated(answers: readonly { readonly item: number; readonly isRight: boolean }[]): number {
  let ability = 0
  for (let step = 0; step < 8; step++) {
    let [slope, bend] = [-ability, 1]
    for (const { item, isRight } of answers) {
      const p = rightAt(ability, difficultyOf(item))
      slope += (isRight ? 1 : 0) - p
      bend += p * (1 - p)
    }
    ability += slope / bend
  }
  return ability
}

interface School {
  readonly learners: number
  /** By the learner's index. */
  readonly groupOf: (learner: number) => number
  /** By how much learners of a group are less able. */
  readonly lessAble?: readonly number[]
  /** By how much the first item is harder for a group. */
  readonly harder?: readonly number[]
  readonly names: readonly string[]
  readonly reference: number | null
}

/** Learners of groups, each of whom has answered some of the items. */
function compare({ learners, groupOf, lessAble = [], harder = [], names, reference }: School): GroupComparison[][] {
  const numbers = numbersFrom('school')
  const chance = () => numbers() / 2 ** 32
  const given = Array.from({ length: learners }, (_, learner) => {
    const ability = chance() + chance() + chance() + chance() - 2 - (lessAble[groupOf(learner)] ?? 0)
    const first = Math.floor(chance() * ITEMS)
    return Array.from({ length: ANSWERS_A_LEARNER }, (_, step) => {
      const item = (first + 7 * step) % ITEMS
      const harderForThem = item === 0 ? (harder[groupOf(learner)] ?? 0) : 0
      return { learner, item, isRight: chance() < rightAt(ability, difficultyOf(item) + harderForThem) }
    })
  })
  const all = given.flat()
  const answers = {
    learners: Int32Array.from(all, ({ learner }) => learner),
    items: Int32Array.from(all, ({ item }) => item),
    right: Uint8Array.from(all, ({ isRight }) => (isRight ? 1 : 0)),
    scored: new Uint8Array(all.length).fill(1),
  }
  const ability = Float64Array.from(given, estimated)
  const grouping: Grouping = {
    by: reference === null ? 'paramedic_program' : 'first_language',
    names,
    groupOf: Int32Array.from({ length: learners }, (_, learner) => groupOf(learner)),
    reference,
  }
  const comparing = comparingGroups({ answers, items: ITEMS, ability, groupings: [grouping] })
  for (;;) {
    const step = comparing.next()
    if (step.done) return step.value
  }
}

test('only the item that is harder for a group is found, even if the group is less able', () => {
  const found = compare({
    learners: 6_000,
    groupOf: (learner) => (learner % 4 === 0 ? 1 : 0),
    lessAble: [0, 1],
    harder: [0, 1.5],
    names: ['english', 'spanish'],
    reference: 0,
  })
  expect(found.every((comparisons) => comparisons.length === 1)).toBe(true)
  expect(found[0]).toMatchObject([{ by: 'first_language', focal: 'spanish', reference: 'english', class: 'C' }])
  expect(found[0]?.[0]?.delta).toBeLessThan(-2)
  expect(found[0]?.[0]?.p).toBeLessThan(0.001)
  expect(found.slice(1).filter(([comparison]) => comparison?.class === 'C')).toEqual([])
  const mean = found.slice(1).reduce((sum, [comparison]) => sum + (comparison?.delta ?? 0), 0) / (ITEMS - 1)
  expect(Math.abs(mean)).toBeLessThan(0.15)
})

test('groups need at least 100 answers to an item on both sides', () => {
  const names = ['english', 'spanish']
  // 25 answers of the group to each item.
  expect(compare({ learners: 2_000, groupOf: (learner) => (learner < 100 ? 1 : 0), names, reference: 0 }).flat()).toEqual([])
  expect(compare({ learners: 2_000, groupOf: (learner) => (learner < 100 ? 0 : 1), names, reference: 0 }).flat()).toEqual([])
  expect(compare({ learners: 2_000, groupOf: () => -1, names, reference: 0 }).flat()).toEqual([])
  for (const { focalAnswers, referenceAnswers } of compare({
    learners: 1_600,
    groupOf: (learner) => (learner < 400 ? 1 : 0),
    names,
    reference: 0,
  }).flat())
    expect(Math.min(focalAnswers, referenceAnswers)).toBeGreaterThanOrEqual(100)
})

test('each program is compared with all others; two programs, only once', () => {
  const programs = { reference: null, names: ['Aspen', 'Birch', 'Cedar'] }
  const three = compare({ ...programs, learners: 3_000, groupOf: (learner) => learner % 3 })
  expect(three[0]?.map(({ focal, reference }) => [focal, reference])).toEqual(
    expect.arrayContaining([
      ['Aspen', null],
      ['Birch', null],
      ['Cedar', null],
    ]),
  )
  const two = compare({ ...programs, learners: 3_000, groupOf: (learner) => (learner % 3 === 0 ? 0 : 1) })
  expect(two[0]?.map(({ focal, reference }) => [focal, reference])).toEqual([['Aspen', 'Birch']])
})
