import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceAt } from './chance.ts'
import { commonShiftFrom, onTheRealScale, type RealOutcome, sayable } from './common-shift.ts'
import { LEAST_OUTCOMES_FOR_EXTREMES } from './shown/rules.ts'

const blueprint = 'national_registry'
/** Students spread over the scale; those above the true line pass. */
const outcomesOf = (shift: number, many: number): RealOutcome[] =>
  Array.from({ length: many }, (_, place) => {
    const ability = -2 + (3 * (place + 0.5)) / many
    return { blueprint, ability, standardError: 0.2, hasPassed: chanceAt(ability - shift, blueprint) > 0.5 }
  })
const after = (calibratedBy: number, outcomes: readonly RealOutcome[] = []) => commonShiftFrom({ calibratedBy, outcomes })
const panelAlone = after(0)

test('before anything is known, all difficulties can be off by half a logit either way', () => {
  expect(panelAlone.mean).toBeCloseTo(0, 10)
  expect(panelAlone.standardError).toBeCloseTo(0.5, 2)
  expect(panelAlone.outcomes).toBe(0)
})

test('a calibration increases certainty with the number of learners, but never to full certainty', () => {
  const [few = 0, many = 0, most = 0] = [30, 300, 1_000_000].map((learners) => after(learners).standardError)
  expect(few).toBeLessThan(panelAlone.standardError)
  expect(many).toBeLessThan(few)
  expect(most).toBeLessThan(many)
  expect(most).toBeCloseTo(0.15, 2)
  expect(after(1).standardError).toBeCloseTo(0.5, 2)
})

test('real outcomes find the shift, whatever the prior, and increase certainty', () => {
  for (const shift of [-0.5, 0, 0.5]) {
    const { mean, standardError, outcomes } = after(0, outcomesOf(shift, 60))
    expect(Math.abs(mean - shift)).toBeLessThan(0.1)
    expect(standardError).toBeLessThan(0.15)
    expect(outcomes).toBe(60)
  }
})

test('one more pass lowers the estimated line, and one more fail raises it', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), fc.double({ min: -3, max: 3, noNaN: true }), (many, ability) => {
      const outcomes = outcomesOf(0.2, many)
      const more = (hasPassed: boolean) => after(0, [...outcomes, { blueprint, ability, standardError: 0.3, hasPassed }]).mean
      const { mean } = after(0, outcomes)
      expect(more(true)).toBeLessThanOrEqual(mean + 1e-9)
      expect(more(false)).toBeGreaterThanOrEqual(mean - 1e-9)
    }),
  )
})

test('contradictory or inexplicable outcomes still give finite figures', () => {
  const odd = [true, false].map((hasPassed) => ({ blueprint, ability: hasPassed ? -9 : 9, standardError: 0, hasPassed }) as const)
  const { mean, standardError } = after(0, odd)
  expect(mean).toBeCloseTo(0, 1)
  expect(standardError).toBeGreaterThan(0)
})

test('the shift moves an ability and adds uncertainty, as a sum over all shifts shows', () => {
  const shift = { mean: 0.1, standardError: 0.4, outcomes: 0 }
  // Abilities are N(0, 1), and an estimate is the ability plus the shift.
  const [found, step] = [1.3, 0.01]
  let [weights, first, second] = [0, 0, 0]
  for (let ability = -5; ability <= 5; ability += step) {
    const weight = Math.exp(-(ability ** 2) / 2 - (found - ability - shift.mean) ** 2 / (2 * shift.standardError ** 2))
    weights += weight
    first += weight * ability
    second += weight * ability ** 2
  }
  const mean = first / weights
  const moved = onTheRealScale({ ability: found, standardError: 0 }, shift)
  expect(moved.ability).toBeCloseTo(mean, 6)
  expect(moved.standardError).toBeCloseTo(Math.sqrt(second / weights - mean ** 2), 6)
  expect(onTheRealScale({ ability: found, standardError: 0.3 }, shift).standardError).toBeGreaterThan(moved.standardError)
})

test('no chance above 95% or below 5% is shown before fifty outcomes are known', () => {
  const shift = (outcomes: number) => ({ mean: 0, standardError: 0.1, outcomes })
  const before = shift(LEAST_OUTCOMES_FOR_EXTREMES - 1)
  expect([0, 0.3, 1].map((chance) => sayable(chance, before))).toEqual([0.05, 0.3, 0.95])
  expect([0, 0.3, 1].map((chance) => sayable(chance, shift(LEAST_OUTCOMES_FOR_EXTREMES)))).toEqual([0, 0.3, 1])
})
