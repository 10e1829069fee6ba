import { expect, test } from 'vitest'
import { numbersFrom } from '../core/seeded-numbers.ts'
import { differentialFunctioning, type GroupedAnswer, LEAST_OF_A_GROUP } from './differential-functioning.ts'

/** Two groups of different ability; for one, the item is harder by this many logits. */
function answers(harder: number, ofEach = 1_000): GroupedAnswer[] {
  const numbers = numbersFrom(`groups ${harder}`)
  const chance = () => numbers() / 2 ** 32
  return [true, false].flatMap((isFocal) =>
    Array.from({ length: ofEach }, () => {
      const ability = 4 * chance() - 2 - (isFocal ? 0.5 : 0)
      return { ability, isFocal, isRight: chance() < 1 / (1 + Math.exp((isFocal ? harder : 0) - ability)) }
    }),
  )
}

test('an item on which equally able people do equally well is class A', () => {
  const found = differentialFunctioning(answers(0))
  expect(found?.class).toBe('A')
  expect(Math.abs(found?.delta ?? 9)).toBeLessThan(0.6)
})

test('an item that is harder for one group is class B or C, and the sign shows for which', () => {
  const harder = differentialFunctioning(answers(1))
  // A logit is 2.35 on the scale of deltas.
  expect(harder?.delta).toBeLessThan(-1.7)
  expect(harder?.delta).toBeGreaterThan(-3)
  expect(harder?.class).toBe('C')
  expect(differentialFunctioning(answers(-1))?.delta).toBeGreaterThan(1.7)
  expect(differentialFunctioning(answers(0.55, 8_000))?.class).toBe('B')
})

test('a repeated single stratum gives the odds ratio computed by hand', () => {
  // 6 right and 4 wrong in the reference group, 3 and 7 in the other, per stratum: (6 · 7) / (4 · 3) = 3.5.
  const stratum = (ability: number): GroupedAnswer[] =>
    [6, 4, 3, 7].flatMap((count, cell) => Array.from({ length: count }, () => ({ ability, isFocal: cell >= 2, isRight: cell % 2 === 0 })))
  const found = differentialFunctioning(Array.from({ length: 10 }, (_, ability) => stratum(ability)).flat())
  expect(found?.delta).toBeCloseTo(-2.35 * Math.log(3.5))
  // All strata are equal, so it is close to 2.35 √(1/60 + 1/40 + 1/30 + 1/70) of the pooled table.
  expect(found?.standardError).toBeCloseTo(2.35 * Math.sqrt(1 / 60 + 1 / 40 + 1 / 30 + 1 / 70), 1)
})

test('groups that are too small get no result', () => {
  expect(differentialFunctioning(answers(1, LEAST_OF_A_GROUP - 1))).toBeNull()
  expect(differentialFunctioning(answers(1, LEAST_OF_A_GROUP))).not.toBeNull()
})
