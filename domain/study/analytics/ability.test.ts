import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abilityOf, type WeekOfAnswers } from './ability.ts'

type Right = readonly [scored: number, correct: number]
const none: Right = [0, 0]
const week = ({ easy = none, moderate = none, hard = none }: Partial<Record<'easy' | 'moderate' | 'hard', Right>>): WeekOfAnswers => ({
  easy: { scoredAnswers: easy[0], correctAnswers: easy[1] },
  moderate: { scoredAnswers: moderate[0], correctAnswers: moderate[1] },
  hard: { scoredAnswers: hard[0], correctAnswers: hard[1] },
})
const Z = 1.6448536

/** Means and standard deviations by a finer quadrature of the same integrals, from -12 to 12 in steps of 0.00012. */
test.each([
  ['no answers', {}, 0, 1],
  ['ten moderate ones right', { moderate: [10, 10] }, 1.711999, 0.661991],
  ['twenty of all kinds', { easy: [5, 4], moderate: [10, 6], hard: [5, 1] }, 0.182909, 0.428452],
  ['half of ten hard ones', { hard: [10, 5] }, 0.559124, 0.550446],
] as const)('%s', (_, answers, mean, deviation) => {
  const { ability, low, high } = abilityOf(week(answers))
  expect(ability).toBeCloseTo(mean, 4)
  expect(low).toBeCloseTo(mean - Z * deviation, 3)
  expect(high).toBeCloseTo(mean + Z * deviation, 3)
})

const right = fc
  .integer({ min: 0, max: 40 })
  .chain((scored) => fc.integer({ min: 0, max: scored }).map((correct): Right => [scored, correct]))
const weeks = fc.record({ easy: right, moderate: right, hard: right })

test('one more right answer never lowers it, and one more wrong answer never raises it', () =>
  fc.assert(
    fc.property(weeks, fc.constantFrom('easy', 'moderate', 'hard'), (answers, difficulty) => {
      const [scored, correct] = answers[difficulty]
      const { ability } = abilityOf(week(answers))
      expect(abilityOf(week({ ...answers, [difficulty]: [scored + 1, correct + 1] })).ability).toBeGreaterThan(ability)
      expect(abilityOf(week({ ...answers, [difficulty]: [scored + 1, correct] })).ability).toBeLessThan(ability)
    }),
  ))

test('the same share of harder questions means more ability', () =>
  fc.assert(
    fc.property(right, (answers) => {
      const [easy, hard] = [abilityOf(week({ easy: answers })), abilityOf(week({ hard: answers }))]
      expect(hard.ability).toBeGreaterThanOrEqual(easy.ability - 1e-9)
    }),
  ))

test('right and wrong answers count alike', () =>
  fc.assert(
    fc.property(right, ([scored, correct]) => {
      const one = abilityOf(week({ moderate: [scored, correct] }))
      const other = abilityOf(week({ moderate: [scored, scored - correct] }))
      expect(one.ability).toBeCloseTo(-other.ability, 9)
      expect(one.high - one.low).toBeCloseTo(other.high - other.low, 9)
    }),
  ))
