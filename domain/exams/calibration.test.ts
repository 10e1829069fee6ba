import { expect, test } from 'vitest'
import { numbersFrom } from '../core/seeded-numbers.ts'
import { ANSWERS_TO_DISCRIMINATE, type Calibrating, calibrate } from './calibration.ts'

interface World {
  readonly seed?: string
  readonly learners: number
  /** True difficulties. */
  readonly items: readonly number[]
  /** The prior for all of them. */
  readonly prior?: (item: number) => number
  readonly discrimination?: (item: number) => number
  readonly isScored?: (item: number) => boolean
}

/** Every learner answers every item. */
function answered({ seed = 'one', learners, items, prior = () => 0, discrimination = () => 1, isScored = () => true }: World): Calibrating {
  const numbers = numbersFrom(seed)
  const chance = () => numbers() / 2 ** 32
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
  const abilities = Array.from({ length: learners }, normal)
  const rows = abilities.flatMap((ability, learner) =>
    items.map((difficulty, item) => {
      const isRight = chance() < 1 / (1 + Math.exp(discrimination(item) * (difficulty - ability)))
      return { learner, item, right: isRight ? 1 : 0, scored: isScored(item) ? 1 : 0 }
    }),
  )
  return {
    answers: {
      learners: Int32Array.from(rows, ({ learner }) => learner),
      items: Int32Array.from(rows, ({ item }) => item),
      right: Uint8Array.from(rows, ({ right }) => right),
      scored: Uint8Array.from(rows, ({ scored }) => scored),
    },
    learners,
    priors: { difficulty: Float64Array.from(items, (_, item) => prior(item)), spread: new Float64Array(items.length).fill(0.75) },
  }
}

const spread = Array.from({ length: 41 }, (_, item) => item / 10 - 2)
const mean = (numbers: Iterable<number>) => {
  const all = [...numbers]
  return all.reduce((sum, number) => sum + number, 0) / all.length
}
const rmse = (found: Float64Array, truth: readonly number[]) =>
  Math.sqrt(mean(truth.map((difficulty, item) => ((found[item] ?? 0) - difficulty) ** 2)))

test('difficulties follow from the answers, not from the priors', () => {
  const { difficulty, standardError, sweeps } = calibrate(answered({ learners: 400, items: spread }))
  expect(rmse(difficulty, spread)).toBeLessThan(0.17)
  expect(mean(standardError)).toBeGreaterThan(0.1)
  expect(mean(standardError)).toBeLessThan(0.14)
  expect(sweeps).toBeLessThan(60)
})

test("the scale is anchored at the learners' mean ability of 0, however wrong the priors are overall", () => {
  const items = spread.map((difficulty) => difficulty + 1)
  const { difficulty, ability, shift } = calibrate(answered({ learners: 300, items, prior: (item) => spread[item] ?? 0 }))
  expect(mean(ability)).toBeCloseTo(0)
  expect(shift).toBeCloseTo(mean(difficulty) - mean(spread))
  expect(shift).toBeGreaterThan(0.8)
  expect(shift).toBeLessThan(1.2)
})

test('the same answers give the same numbers', () => {
  const given = answered({ learners: 80, items: spread })
  expect(calibrate(given)).toEqual(calibrate(given))
})

test('an item without answers stays at its prior, shifted with the others', () => {
  const given = answered({ learners: 200, items: spread, prior: (item) => spread[item] ?? 0 })
  const { priors } = given
  const more = {
    ...given,
    priors: { difficulty: Float64Array.from([...priors.difficulty, 0.8]), spread: Float64Array.from([...priors.spread, 0.75]) },
  }
  const { answered: counts, standardError } = calibrate(more)
  expect(counts[spread.length]).toBe(0)
  expect(standardError[spread.length]).toBeCloseTo(0.75)
})

test("pilots do not affect the learner's ability, but are calibrated", () => {
  const trial = (item: number) => item >= spread.length
  const items = [...spread, 0.5, -0.5]
  const mixed = answered({ learners: 400, items, isScored: (item) => !trial(item) })
  const found = calibrate(mixed)
  expect(found.difficulty[spread.length]).toBeGreaterThan(0.2)
  expect(found.difficulty[spread.length + 1]).toBeLessThan(-0.2)
  const turned = {
    ...mixed,
    answers: {
      ...mixed.answers,
      right: mixed.answers.right.map((right, answer) => (trial(mixed.answers.items[answer] ?? 0) ? 1 - right : right)),
    },
  }
  const other = calibrate(turned)
  expect(mean(found.ability.map((ability, learner) => Math.abs(ability - (other.ability[learner] ?? 0))))).toBeLessThan(0.01)
})

test('an item has its own discrimination from 500 answers on', () => {
  const steep = (item: number) => (item === 0 ? 1.8 : item === 1 ? 0.5 : 1)
  const items = [0, 0, ...spread]
  const few = calibrate(answered({ learners: ANSWERS_TO_DISCRIMINATE - 1, items, discrimination: steep }))
  expect(new Set(few.discrimination)).toEqual(new Set([1]))
  const { discrimination } = calibrate(answered({ learners: 1_000, items, discrimination: steep }))
  expect(discrimination[0]).toBeGreaterThan(1.35)
  expect(discrimination[1]).toBeLessThan(0.7)
  expect(mean(discrimination.subarray(2))).toBeGreaterThan(0.9)
  expect(mean(discrimination.subarray(2))).toBeLessThan(1.1)
})

test('fit is 1 for answers as modeled and higher for random ones, and correlation shows which items discriminate', () => {
  const random = (item: number) => (item === 0 ? 0.01 : item === 1 ? 2.5 : 1)
  const { infit, outfit, pointBiserial, observed } = calibrate(
    answered({ learners: 400, items: [0, 0, ...spread], discrimination: random }),
  )
  expect(mean(infit.subarray(2))).toBeCloseTo(1, 1)
  expect(mean(outfit.subarray(2))).toBeCloseTo(1, 1)
  expect(infit[0]).toBeGreaterThan(1.1)
  expect(infit[1]).toBeLessThan(0.9)
  expect(Math.abs(pointBiserial[0] ?? 1)).toBeLessThan(0.15)
  expect(pointBiserial[1]).toBeGreaterThan(0.4)
  const points = observed[1] ?? []
  expect(points.reduce((sum, { answers }) => sum + answers, 0)).toBe(400)
  const shares = points.filter(({ answers }) => answers > 20).map(({ answers, right }) => right / answers)
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
})

test('an item that everyone answers right has a difficulty, but no correlation', () => {
  const given = answered({ learners: 60, items: [0, 0.5, -0.5, 1] })
  const right = given.answers.right.map((answer, place) => (given.answers.items[place] === 0 ? 1 : answer))
  const { difficulty, pointBiserial } = calibrate({ ...given, answers: { ...given.answers, right } })
  expect(difficulty[0]).toBeLessThan(-1.2)
  expect(difficulty[0]).toBeGreaterThan(-4)
  expect(pointBiserial[0]).toBeNaN()
})
