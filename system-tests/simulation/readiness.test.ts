import { chanceAt } from '@medicready/domain/readiness/chance'
import { BINS, binOf, published, sumsOf } from '@medicready/domain/readiness/published'
import { readinessOf } from '@medicready/domain/readiness/readiness'
import { expect, test } from 'vitest'
import { passCurveOf } from './pass-curve.ts'
import { Random } from './random.ts'
import { Academy, plainWorld } from './readiness.ts'

const LEARNERS = 200

test('simulated learners are told what their chances are, and pass as often as they were told', () => {
  const academy = new Academy({ ...plainWorld, knowledge: 'exact' }, 1)
  const told = Array.from({ length: LEARNERS }, (_, learner) => {
    const { evidence, today, ability, hasPassed } = academy.examinee(`${learner}`)
    return { ...readinessOf(evidence, plainWorld.blueprint, today), trueChance: chanceAt(ability, plainWorld.blueprint), hasPassed }
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

test('how an exam measures is found again from who passed', () => {
  const random = new Random(3)
  const sat = Array.from({ length: 5_000 }, () => {
    const ability = 2 * random.next() - 1
    return { ability, hasPassed: ability + 0.2 * random.normal() > 0.1 }
  })
  const { middle, blur } = passCurveOf(sat)
  expect(middle).toBeCloseTo(0.1, 1)
  expect(blur).toBeCloseTo(0.2, 1)
})
