import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fnv1a, numbersFrom } from '../core/seeded-numbers.ts'
import { moduleNames } from '../questions/shown/modules.ts'
import { type AnswerSoFar, decideNext, type ExamRules, type Measured, preparePool } from './adaptive.ts'
import type { ExamChoice, GivenItem } from './exam.ts'
import type { PoolItem } from './pool.ts'
import { blueprints, examDomains } from './shown/blueprints.ts'

const chanceFrom = (seed: string): (() => number) => {
  const numbers = numbersFrom(seed)
  return () => (numbers() + 0.5) / 2 ** 32
}

const idOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

interface PoolMade {
  readonly items: number
  /** The number of sets of three to five parts after them. */
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
  const { minItems, maxItems, pilots, stopping, balance, shares, sets } = blueprints[name]
  const shared = shares ?? Object.fromEntries(moduleNames.map((module) => [module, 1]))
  return {
    minItems,
    maxItems,
    pilots,
    stopping,
    balance,
    cut: 0,
    shares: Object.entries(shared).map(([category, percent]) => ({ category, percent })),
    sets,
    passedOver: [],
    seed: 'an exam',
    ...more,
  }
}

interface Sitting {
  readonly given: readonly ExamChoice[]
  readonly items: readonly GivenItem[]
  readonly answers: readonly AnswerSoFar[]
  readonly measured: readonly Measured[]
  readonly endedBy: string
}

/** Takes an exam to its end with a given ability. */
function sit(items: readonly PoolItem[], rules: ExamRules, ability: number, seed = rules.seed): Sitting {
  const pool = preparePool(items)
  const chance = chanceFrom(`answers of ${seed}`)
  const given: ExamChoice[] = []
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

const names = fc.constantFrom('national_registry', 'national_registry_2024', 'full_simulation', 'module', 'weak_areas')

describe('an exam', () => {
  const items = poolOf({ items: 600, sets: 30, pilots: 60 })

  test('begins with items that measure the average ability', () => {
    const { ability, standardError, decision } = decideNext(preparePool(items), rulesOf('national_registry'), [], [])
    expect({ ability, standardError: standardError.toFixed(3) }).toEqual({ ability: 0, standardError: '1.000' })
    expect(decision).toMatchObject({ kind: 'give', choice: { deficit: 0.3, among: 30, items: [{ category: 'Medical', isPilot: false }] } })
  })

  test('is deterministic, whatever else is decided from its pool meanwhile', () => {
    fc.assert(
      fc.property(names, ability, seed, (name, able, by) => {
        const rules = rulesOf(name, { seed: by })
        const { given, answers, measured } = sit(items, rules, able)
        const pool = preparePool(items)
        const places = given.map((_, index) => given.slice(0, index).reduce((sum, choice) => sum + choice.items.length, 0))
        const again = (index: number) => decideNext(pool, rules, given.slice(0, index), answers.slice(0, places[index]))
        const decided = measured.filter(({ decision }) => decision.kind === 'give')
        const backwards = [...given.keys()].reverse().map(again)
        expect(JSON.stringify(backwards.reverse())).toBe(JSON.stringify(decided))
      }),
      few,
    )
  })

  test('differs with another seed', () => {
    const sat = (by: string) => sit(items, rulesOf('module', { seed: by }), 0).items.map(({ questionId }) => questionId)
    expect(sat('one')).not.toEqual(sat('another'))
  })

  test('keeps its length limits, repeats nothing, and ends by its rule and not before', () => {
    fc.assert(
      fc.property(names, ability, seed, (name, able, by) => {
        const rules = rulesOf(name, { seed: by })
        const { items: given, answers, measured, endedBy } = sit(items, rules, able)
        expect(new Set(given.map(({ questionId }) => questionId)).size).toBe(given.length)
        expect(answers.length).toBeGreaterThanOrEqual(rules.minItems)
        expect(answers.length).toBeLessThanOrEqual(rules.maxItems)
        const isSure = ({ ability, standardError }: Measured) => Math.abs(ability - rules.cut) > 1.645 * standardError
        const last = measured.at(-1)
        if (answers.length < rules.maxItems) expect(endedBy).toBe(last && isSure(last) ? 'confidence' : 'curtailment')
        else expect(endedBy).toBe('maximum')
        if (endedBy === 'curtailment') expect(rules.stopping).toBe('curtailment')
        const goneOn = measured.filter(({ decision }, index) => decision.kind === 'give' && index >= rules.minItems)
        expect(goneOn.filter(isSure)).toEqual([])
      }),
      few,
    )
  })

  test('that began before sets had their own share is decided as it was then', () => {
    const decidedThen = (name: keyof typeof blueprints) => {
      const { given } = sit(items, rulesOf(name, { sets: null }), 0.4)
      return fnv1a(given.flatMap((choice) => choice.items.map(({ questionId }) => questionId)).join())
    }
    expect([decidedThen('national_registry_2024'), decidedThen('national_registry'), decidedThen('full_simulation')]).toEqual([
      663_346_065, 2_944_718_265, 2_638_901_635,
    ])
  })

  test("of 2024 gives sets the blueprint's share in Clinical Judgment", () => {
    const likeTheBank = poolOf({ items: 500, sets: 45 }, 'sets').map((item) => (item.set ? { ...item, isJudgment: true } : item))
    fc.assert(
      fc.property(ability, seed, (able, by) => {
        const rules = rulesOf('national_registry_2024', { pilots: 0, minItems: 90, maxItems: 130, seed: by })
        const { items: all } = sit(likeTheBank, rules, able)
        const inSets = all.filter(({ set }) => set !== null)
        expect(new Set(inSets.map(({ category }) => category))).toEqual(new Set(['Clinical Judgment']))
        expect(Math.abs((100 * inSets.length) / all.length - (rules.sets ?? 0))).toBeLessThanOrEqual(3)
        for (const { category, percent } of rules.shares) {
          const count = all.filter((item) => item.category === category).length
          expect(Math.abs(count - (percent / 100) * all.length), category).toBeLessThanOrEqual(2)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('gives each category its share to within an item, sets included', () => {
    const withSets = poolOf({ items: 300, sets: 120 }, 'sets')
    const lengths = new Set<number>()
    fc.assert(
      fc.property(ability, seed, (able, by) => {
        const rules = rulesOf('national_registry', { seed: by })
        const { given, items: all } = sit(withSets, rules, able)
        for (const choice of given) lengths.add(choice.items.length)
        for (const { category, percent } of rules.shares) {
          const count = all.filter((item) => item.category === category).length
          expect(Math.abs(count - (percent / 100) * all.length), category).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 60 },
    )
    expect([...lengths].sort()).toEqual([1, 3, 4, 5])
  })

  test('gives whole sets in order, and waits for the answers to all parts', () => {
    const onlySets = poolOf({ items: 0, sets: 60 }).reverse()
    const { given, measured } = sit(onlySets, rulesOf('national_registry'), 0)
    for (const { items: parts } of given) {
      expect(new Set(parts.map(({ set }) => set?.id)).size).toBe(1)
      expect(parts.map(({ set }) => set?.part)).toEqual(parts.map((_, index) => index + 1))
      expect(parts.length).toBe(parts[0]?.set?.of)
    }
    expect(measured.filter(({ decision }) => decision.kind === 'give')).toHaveLength(given.length)
  })

  test('never begins a set with a missing part', () => {
    const whole = poolOf({ items: 30, sets: 1 })
    const { items: given } = sit(whole.slice(0, -1), rulesOf('module', { cut: 9, minItems: 40 }), 0)
    expect(given.filter(({ set }) => set !== null)).toEqual([])
  })

  test('ends when the pool is exhausted', () => {
    const { answers, endedBy } = sit(poolOf({ items: 50 }), rulesOf('national_registry'), 0)
    expect([answers.length, endedBy]).toEqual([50, 'pool'])
  })

  test('keeps the shares of the other categories when one is exhausted', () => {
    const noTrauma = items.filter(({ domain }) => domain !== 'Trauma')
    const { items: given } = sit(noTrauma, rulesOf('national_registry', { minItems: 150 }), 0)
    expect(given).toHaveLength(150)
    expect(new Set(given.map(({ category }) => category))).toEqual(new Set(examDomains.filter((domain) => domain !== 'Trauma')))
  })

  test('does not continue after an answer out of turn or to an item that was not given', () => {
    const pool = preparePool(items)
    const rules = rulesOf('national_registry')
    const { given } = sit(items, rules, 0)
    const answer = { questionId: idOf(599), isCorrect: true }
    expect(() => decideNext(pool, rules, given.slice(0, 1), [answer])).toThrow('in its turn')
    expect(() => decideNext(preparePool([]), rules, given.slice(0, 1), [])).toThrow('no question')
  })
})

describe('recently met items', () => {
  const items = poolOf({ items: 500 })

  test('are given only if their category has nothing else', () => {
    const ofTrauma = [...items.keys()].filter((place) => items[place]?.domain === 'Trauma')
    const passedOver = [...ofTrauma.slice(10), ...[...items.keys()].filter((place) => items[place]?.domain === 'Medical').slice(60)]
    const { given } = sit(items, rulesOf('national_registry', { minItems: 150, passedOver }), 0)
    const metBefore = (domain: string) =>
      given
        .filter(({ items: [item] }) => item?.category === domain)
        .map(({ items: [item] }) => passedOver.includes(items.findIndex(({ questionId }) => questionId === item?.questionId)))
    expect(metBefore('Medical')).not.toContain(true)
    expect(metBefore('Trauma')).toEqual([...Array<boolean>(10).fill(false), ...Array<boolean>(14).fill(true)])
  })
})

describe('pilots', () => {
  const rules = rulesOf('national_registry_2024', { minItems: 110 })
  const items = poolOf({ items: 600, pilots: 60 })
  const placesOf = ({ items: given }: Sitting) => [...given.keys()].filter((place) => given[place]?.isPilot)

  test('are spread over the shortest exam, at places that differ between exams', () => {
    const places = placesOf(sit(items, rules, 3))
    expect(places).toHaveLength(20)
    expect(places.map((place) => Math.floor((place + 0.5) / 5.5))).toEqual(places.map((_, index) => index))
    expect(placesOf(sit(items, { ...rules, seed: 'another' }, 3))).not.toEqual(places)
  })

  test('do not affect the ability or the shares', () => {
    const pool = preparePool(items)
    const { given, answers } = sit(items, rules, 3)
    const ids = new Set(given.flatMap(({ items: [item] }) => (item?.isPilot ? [item.questionId] : [])))
    const turned = answers.map(({ questionId, isCorrect }) => ({ questionId, isCorrect: ids.has(questionId) !== isCorrect }))
    expect(decideNext(pool, rules, given, turned)).toEqual(decideNext(pool, rules, given, answers))
    for (const { category, percent } of rules.shares) {
      const scored = given.flatMap((choice) => choice.items).filter((item) => !item.isPilot)
      const count = scored.filter((item) => item.category === category).length
      expect(Math.abs(count - (percent / 100) * scored.length), category).toBeLessThanOrEqual(1)
    }
  })

  test('are replaced by scored items if there are too few, and never given in exams without pilots', () => {
    const two = sit(poolOf({ items: 600, pilots: 2 }), { ...rules, cut: 3, minItems: 150 }, 3)
    expect([two.items.length, placesOf(two).length]).toEqual([150, 2])
    expect(placesOf(sit(items, rulesOf('national_registry'), 0))).toEqual([])
  })

  test('that are sets are given whole, within the limit', () => {
    const sets = poolOf({ items: 400, sets: 30 }).map((item) => ({ ...item, isPilot: item.set !== null }))
    const pilots = sit(sets, { ...rules, minItems: 150 }, 0).items.filter(({ isPilot }) => isPilot)
    expect(pilots.length).toBeGreaterThan(17)
    expect(pilots.length).toBeLessThanOrEqual(20)
  })
})

describe('labels', () => {
  test('do not keep any of many similar items from being given', () => {
    const alike = poolOf({ items: 200 }).map((item) => ({ ...item, difficulty: 0, standardError: 0.75 }))
    const given = Array.from({ length: 20 }, (_, by) => sit(alike, rulesOf('national_registry', { seed: `${by}` }), 0).items)
    expect(new Set(given.flat().map(({ questionId }) => questionId)).size).toBe(200)
  })

  test('tell less than calibrated values', () => {
    const knownWithin = (standardError: number) => poolOf({ items: 300 }).map((item) => ({ ...item, standardError }))
    const rules = rulesOf('national_registry', { cut: 9 })
    const { given, answers } = sit(knownWithin(0), rules, 0)
    const errorWith = (doubt: number) => decideNext(preparePool(knownWithin(doubt)), rules, given, answers).standardError
    expect(errorWith(0.75)).toBeGreaterThan(errorWith(0))
  })
})
