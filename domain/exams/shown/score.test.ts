import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abilityOfScore, CUT, PASSING_SCORE, scoreOf } from './score.ts'

test('the cut is 70, and abilities around it get different scores', () => {
  expect(scoreOf(CUT, CUT)).toBe(PASSING_SCORE)
  expect(scoreOf(CUT - 0.001, CUT)).toBe(69)
  expect([-3, -2, -1, 0, 1, 2, 3].map((above) => scoreOf(CUT + above, CUT))).toEqual([10, 23, 46, 70, 86, 94, 97])
})

test('more ability never gives a lower score, and everyone at or above the cut passes', () => {
  const ability = fc.double({ min: -8, max: 8, noNaN: true })
  fc.assert(
    fc.property(ability, ability, ability, (one, other, cut) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(scoreOf(low, cut)).toBeLessThanOrEqual(scoreOf(high, cut))
      if (high >= cut) expect(scoreOf(high, cut)).toBeGreaterThanOrEqual(PASSING_SCORE)
      if (high < cut - 1e-6) expect(scoreOf(high, cut)).toBeLessThan(PASSING_SCORE)
    }),
  )
})

test('an ability can be recovered from its score', () => {
  for (let score = 1; score < 100; score++) expect(scoreOf(abilityOfScore(score, CUT), CUT)).toBe(score)
})
