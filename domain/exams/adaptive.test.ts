import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numbersFrom } from '../seeded-numbers.ts'
import { moduleNames } from '../study/modules.ts'
import { type AnswerSoFar, decideNext, type ExamRules, type Measured, preparePool } from './adaptive.ts'
import { blueprints, examDomains } from './blueprints.ts'
import type { Choice, GivenItem } from './exam.ts'
import type { PoolItem } from './pool.ts'

const chanceFrom = (seed: string): (() => number) => {
  const numbers = numbersFrom(seed)
  return () => (numbers() + 0.5) / 2 ** 32
}

const idOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

interface PoolMade {
  readonly items: number
  /** How many sets of three to five parts come after them. */
  readonly sets?: number
  readonly pilots?: number
}

function poolOf({ items, sets = 0, pilots = 0 }: PoolMade, seed = 'pool'): PoolItem[] {
  const chance = chanceFrom(seed)
  const itemAt = (place: number, more: Partial<PoolItem>): PoolItem => ({
    questionId: idOf(place),
    questionVersion: 1,
    module: moduleNames[place % moduleNames.length] ?? 'Trauma',
    set: null,
    domain: examDomains[place % examDomains.length] ?? 'Airway',
    isJudgment: place % 3 === 0,
    difficulty: Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance()),
    discrimination: 1,
    standardError: 0.2,
    isPilot: false,
    ...more,
  })
  const pool = Array.from({ length: items }, (_, place) => itemAt(place, {}))
  for (let pilot = 0; pilot < pilots; pilot++) pool.push(itemAt(pool.length, { isPilot: true }))
  for (let set = 0; set < sets; set++) {
    const of = 3 + (set % 3)
    const domain = examDomains[set % examDomains.length] ?? 'Airway'
    for (let part = 1; part <= of; part++) pool.push(itemAt(pool.length, { set: { id: `set-${set}`, part, of }, domain }))
  }
  return pool
}

function rulesOf(name: keyof typeof blueprints, more: Partial<ExamRules> = {}): ExamRules {
  const { minItems, maxItems, pilots, stopping, balance, shares } = blueprints[name]
  const shared = shares ?? Object.fromEntries(moduleNames.map((module) => [module, 1]))
  return {
    minItems,
    maxItems,
    pilots,
    stopping,
    balance,
    cut: 0,
    shares: Object.entries(shared).map(([category, percent]) => ({ category, percent })),
    passedOver: [],
    seed: 'an exam',
    ...more,
  }
}

interface Sitting {
  readonly given: readonly Choice[]
  readonly items: readonly GivenItem[]
  readonly answers: readonly AnswerSoFar[]
  readonly measured: readonly Measured[]
  readonly endedBy: string
}

/** Sits an exam to its end, with an ability. */
function sit(items: readonly PoolItem[], rules: ExamRules, ability: number, seed = rules.seed): Sitting {
  const pool = preparePool(items)
  const chance = chanceFrom(`answers of ${seed}`)
  const given: Choice[] = []
  const answers: AnswerSoFar[] = []
  const measured: Measured[] = []
  for (;;) {
    const now = decideNext(pool, rules, given, answers)
    measured.push(now)
    if (now.decision.kind === 'stop')
      return { given, items: given.flatMap((choice) => choice.items), answers, measured, endedBy: now.decision.endedBy }
    if (now.decision.kind === 'give') given.push(now.decision.choice)
    const item = given.flatMap((choice) => choice.items)[answers.length]
    if (!item) throw new Error('Nothing is there to be answered.')
    answers.push({ questionId: item.questionId, isCorrect: chance() < 1 / (1 + Math.exp(item.difficulty - ability)) })
  }
}

const ability = fc.double({ min: -3, max: 3, noNaN: true })
const seed = fc.string({ minLength: 1, maxLength: 8 })
const few = { numRuns: 20 }

describe('an exam', () => {
  const items = poolOf({ items: 400, sets: 30, pilots: 60 })

  test('begins with what the middle of all abilities is measured by', () => {
    const { ability, standardError, decision } = decideNext(preparePool(items), rulesOf('national_registry'), [], [])
    expect({ ability, standardError: standardError.toFixed(3) }).toEqual({ ability: 0, standardError: '1.000' })
    expect(decision).toMatchObject({ kind: 'give', choice: { deficit: 0.3, among: 30, items: [{ category: 'Medical', isPilot: false }] } })
  })

  test('is the same when it is the same', () => {
    fc.assert(
      fc.property(fc.constantFrom('national_registry', 'national_registry_2024', 'module'), ability, seed, (name, able, by) => {
        const rules = rulesOf(name, { seed: by })
        expect(JSON.stringify(sit(items, rules, able))).toBe(JSON.stringify(sit(items, rules, able)))
      }),
      few,
    )
  })

  test('is never longer than its longest, and never shorter than its shortest', () => {
    fc.assert(
      fc.property(fc.constantFrom('national_registry', 'national_registry_2024', 'weak_areas'), ability, seed, (name, able, by) => {
        const rules = rulesOf(name, { seed: by })
        const { answers, endedBy } = sit(items, rules, able)
        expect(endedBy).not.toBe('pool')
        expect(answers.length).toBeGreaterThanOrEqual(rules.minItems)
        expect(answers.length).toBeLessThanOrEqual(rules.maxItems)
      }),
      few,
    )
  })
})
