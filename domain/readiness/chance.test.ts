import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chanceAt, chanceOf, chancesOf, passCurves } from './chance.ts'

const blueprint = fc.constantFrom('national_registry' as const, 'national_registry_2024' as const)
const ability = fc.double({ min: -4, max: 4, noNaN: true })
/** Tolerance for floating-point error. */
const ROUNDING = 1e-12
const standardError = fc.double({ min: 0.01, max: 1.2, noNaN: true })

test('half of the learners at the middle of the curve pass', () => {
  expect(chanceAt(passCurves.national_registry.middle, 'national_registry')).toBe(0.5)
  expect(chanceAt(-0.4, 'national_registry')).toBeCloseTo(0.841, 3)
})

test('the chance is the mean over all possible abilities', () => {
  const step = 0.001
  fc.assert(
    fc.property(blueprint, ability, standardError, (by, mean, spread) => {
      let [sum, weights] = [0, 0]
      for (let z = -7; z <= 7; z += step) {
        const weight = Math.exp(-(z * z) / 2)
        sum += weight * chanceAt(mean + spread * z, by)
        weights += weight
      }
      expect(chanceOf({ ability: mean, standardError: spread }, by)).toBeCloseTo(sum / weights, 8)
    }),
    { numRuns: 20 },
  )
})

test('the interval contains the chance and covers the middle 80% of abilities, except next to 0 and 1', () => {
  fc.assert(
    fc.property(blueprint, ability, standardError, (by, mean, spread) => {
      const { chance, low, high } = chancesOf({ ability: mean, standardError: spread }, by)
      expect(low).toBeLessThanOrEqual(chance)
      expect(high).toBeGreaterThanOrEqual(chance)
      if (chance > 0.1 && chance < 0.9) {
        expect(low).toBe(chanceAt(mean - 1.2815515655446004 * spread, by))
        expect(high).toBe(chanceAt(mean + 1.2815515655446004 * spread, by))
      }
    }),
  )
})

test('a higher ability has a higher chance', () => {
  fc.assert(
    fc.property(blueprint, ability, ability, standardError, (by, one, other, spread) => {
      const of = (mean: number) => chancesOf({ ability: mean, standardError: spread }, by)
      const [less, more] = [of(Math.min(one, other)), of(Math.max(one, other))]
      expect(more.chance).toBeGreaterThanOrEqual(less.chance - ROUNDING)
      expect(more.low).toBeGreaterThanOrEqual(less.low - ROUNDING)
      expect(more.high).toBeGreaterThanOrEqual(less.high - ROUNDING)
    }),
  )
})
