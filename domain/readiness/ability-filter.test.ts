import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AbilityFilter, type CategoryAnswer } from './ability-filter.ts'

const answer = fc.record({
  category: fc.nat({ max: 1 }),
  isCorrect: fc.boolean(),
  difficulty: fc.double({ min: -2, max: 2, noNaN: true }),
  standardError: fc.double({ min: 0, max: 0.75, noNaN: true }),
})
const answers = fc.array(answer, { maxLength: 120 })

const after = (given: readonly CategoryAnswer[], categories = 2) => {
  const filter = new AbilityFilter(categories)
  filter.goOnTo('2026-03-01')
  filter.take(given)
  return filter
}

/** The same by summing over all pairs of abilities, with the prior as defined: 1 in general, .4 per category. */
function byQuadrature(given: readonly CategoryAnswer[]) {
  const [common, own] = [1, 0.16]
  const determinant = (common + own) ** 2 - common ** 2
  const step = 0.1
  let [weights, first, second] = [0, 0, 0]
  for (let one = -6; one <= 6; one += step)
    for (let other = -6; other <= 6; other += step) {
      const distance = ((common + own) * (one ** 2 + other ** 2) - 2 * common * one * other) / determinant
      if (distance > 60) continue
      let log = -distance / 2
      for (const { category, isCorrect, difficulty, standardError } of given) {
        const z = ((category === 0 ? one : other) - difficulty) / Math.sqrt(1 + (Math.PI / 8) * standardError ** 2)
        log -= Math.log1p(Math.exp(isCorrect ? -z : z))
      }
      const weight = Math.exp(log + given.length * 0.5)
      weights += weight
      first += weight * one
      second += weight * one * one
    }
  const mean = first / weights
  return { mean, deviation: Math.sqrt(second / weights - mean ** 2) }
}

test('matches two independent sums, within the accuracy of a normal distribution', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 40, maxLength: 80 }), (given) => {
      const { mean, covariance } = after(given)
      const exact = byQuadrature(given)
      expect(Math.abs((mean[0] ?? 0) - exact.mean)).toBeLessThan(0.35 * exact.deviation)
      expect(Math.sqrt(covariance[0] ?? 0) / exact.deviation).toBeGreaterThan(0.85)
      expect(Math.sqrt(covariance[0] ?? 0) / exact.deviation).toBeLessThan(1.15)
    }),
    { numRuns: 5 },
  )
})

test('finds the most probable abilities, even if answers are all alike or contradict the prior', () => {
  fc.assert(
    fc.property(answers, fc.boolean(), fc.double({ min: -6, max: 6, noNaN: true }), (given, isCorrect, difficulty) => {
      const alike = Array.from({ length: 300 }, () => ({ category: 0, isCorrect, difficulty, standardError: 0.1 }))
      const filter = after([...given, ...alike])
      const before = Float64Array.from(filter.mean)
      filter.goOnTo('2026-06-01')
      const [one = 0, other = 0] = filter.mean
      const [a = 0, b = 0, , d = 0] = filter.covariance
      filter.take(alike.map((each) => ({ ...each, isCorrect: !isCorrect })))
      const [now = 0, also = 0] = filter.mean
      expect(isCorrect ? now < (before[0] ?? 0) : now > (before[0] ?? 0)).toBe(true)
      // At the maximum the slope of the log posterior is 0: the pull of the answers equals that of the prior.
      const tells = 1 / Math.sqrt(1 + (Math.PI / 8) * 0.01)
      const pull = 300 * tells * (Number(!isCorrect) - 1 / (1 + Math.exp(tells * (difficulty - now))))
      expect(now - one).toBeCloseTo(a * pull, 4)
      expect(also - other).toBeCloseTo(b * pull, 4)
      expect(d).toBeGreaterThan(0)
    }),
  )
})

test("the order of a day's answers does not matter", () => {
  fc.assert(
    fc.property(answers, (given) => {
      const [one, other] = [after(given), after(given.toReversed())]
      for (const place of [0, 1]) expect(one.mean[place]).toBeCloseTo(other.mean[place] ?? 0, 10)
      for (const place of [0, 1, 2, 3]) expect(one.covariance[place]).toBeCloseTo(other.covariance[place] ?? 0, 10)
    }),
  )
})

test('answers increase certainty, in each category and between them, and days reduce it', () => {
  fc.assert(
    fc.property(answers, answers, (given, more) => {
      const filter = after(given)
      const [a = 0, b = 0, c = 0, d = 0] = filter.covariance
      filter.take(more)
      const [lessA = 0, , , lessD = 0] = filter.covariance
      expect(b).toBeCloseTo(c, 12)
      expect(a * d - b * c).toBeGreaterThan(0)
      expect(lessA).toBeLessThanOrEqual(a + 1e-12)
      expect(lessD).toBeLessThanOrEqual(d + 1e-12)
      filter.goOnTo('2026-03-11')
      expect(filter.covariance[0]).toBeCloseTo(lessA + 0.049, 12)
    }),
  )
})

test('answers in one category inform all of them, and their own most', () => {
  const given = Array.from({ length: 30 }, (): CategoryAnswer => ({ category: 0, isCorrect: true, difficulty: 0, standardError: 0 }))
  const { mean, answers: counts, lastAnswered } = after(given, 3)
  expect(mean[0]).toBeGreaterThan(mean[1] ?? 0)
  expect(mean[1]).toBeGreaterThan(1)
  expect(mean[1]).toBe(mean[2])
  expect([...counts]).toEqual([30, 0, 0])
  expect(lastAnswered).toEqual(['2026-03-01', null, null])
})

test('a day before the latest one counts as the latest', () => {
  const filter = after([{ category: 0, isCorrect: true, difficulty: 0, standardError: 0 }])
  const before = [...filter.mean, ...filter.covariance]
  filter.goOnTo('2026-02-01')
  expect([...filter.mean, ...filter.covariance]).toEqual(before)
})
