import { chanceAt } from '@medicready/domain/readiness/chance'
import { BINS, binOf, published, sumsOf } from '@medicready/domain/readiness/published'
import { readinessOf } from '@medicready/domain/readiness/readiness'
import { describe, expect, test } from 'vitest'
import { coveredOfTold, errorOfTold, OFFSETS, type Stage, toldOffScale } from './off-scale.ts'
import { Random } from './random.ts'
import { Academy, passCurveOf, plainWorld } from './readiness.ts'

const LEARNERS = 200

test('simulated learners pass as often as their predicted chances say', () => {
  const academy = new Academy({ ...plainWorld, knowledge: 'exact' }, 1)
  const told = Array.from({ length: LEARNERS }, (_, learner) => {
    const { evidence, today, ability, hasPassed } = academy.examinee(`${learner}`)
    return {
      ...readinessOf(evidence, { blueprint: plainWorld.blueprint, shift: null }, today),
      trueChance: chanceAt(ability, plainWorld.blueprint),
      hasPassed,
    }
  })
  const mean = (of: (each: (typeof told)[number]) => number) => told.reduce((sum, each) => sum + of(each), 0) / LEARNERS
  // Against the true chances, which chance does not blur as it does the few outcomes.
  const error = Array.from({ length: BINS }, (_, bin) =>
    Math.abs(mean(({ chance, trueChance }) => (binOf(chance) === bin ? chance - trueChance : 0))),
  )
  expect(error.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(0.03)
  const { brierScore, brierScoreOfAConstant } = published(sumsOf(told))
  expect(brierScore).toBeLessThan((brierScoreOfAConstant ?? 0) / 2)
  const covered = mean(({ low, trueChance, high }) => Number(low <= trueChance && trueChance <= high))
  expect(covered).toBeGreaterThan(0.75)
  expect(covered).toBeLessThan(0.92)
})

test("the exam's pass curve is recovered from who passed", () => {
  const random = new Random(3)
  const sat = Array.from({ length: 5_000 }, () => {
    const ability = 2 * random.next() - 1
    return { ability, hasPassed: ability + 0.2 * random.normal() > 0.1 }
  })
  const { middle, blur } = passCurveOf(sat)
  expect(middle).toBeCloseTo(0.1, 1)
  expect(blur).toBeCloseTo(0.2, 1)
})

describe('if all questions are half a logit harder or easier than assumed', () => {
  const told = (stage: Stage) =>
    OFFSETS.map((offset) =>
      [1, 2].flatMap((seed) => toldOffScale(stage, { blueprint: 'national_registry_2024', offset, seed, students: 400 })),
    )

  test('the range contains the true chance before that is known, and no chance is reported as nearly certain', () => {
    const either = told('the panel alone')
    for (const students of either) {
      expect(coveredOfTold(students)).toBeGreaterThanOrEqual(0.75)
      for (const { said } of students) expect(Math.abs(said - 0.5)).toBeLessThanOrEqual(0.45)
    }
    expect(errorOfTold(either.flat(), 'chance')).toBeLessThanOrEqual(0.05)
  })

  test.each(['300 learners', '50 real outcomes'] as const)('%s reveal it, and chances are calibrated again', (stage) => {
    for (const students of told(stage)) {
      expect(coveredOfTold(students)).toBeGreaterThanOrEqual(0.75)
      expect(errorOfTold(students, 'said')).toBeLessThanOrEqual(0.05)
    }
  })
})
