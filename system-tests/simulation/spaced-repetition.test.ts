import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { plotOf } from './plot.ts'
import { answeredRight, compare, GUESSING, newTraces, practise, remembered, reviewsFor } from './spaced-repetition.ts'

test('simulated memories fade, and spaced practice lasts longer than massed practice', () => {
  const after = (days: readonly number[], on: number) => {
    const traces = newTraces(-2)
    for (const day of days) practise(traces, day)
    return remembered(traces, on)
  }
  expect(after([], 1)).toBe(0)
  expect(after([0], 1)).toBeGreaterThan(after([0], 10))
  expect(after([0, 10], 40)).toBeGreaterThan(after([0], 40))
  expect(after([0, 10], 40)).toBeGreaterThan(after([0, 0.01], 40))
  const unknown = newTraces(9)
  practise(unknown, 0)
  expect(answeredRight(unknown, 5)).toBeCloseTo(GUESSING)
})

/** As the bench runs it: in a process of its own. */
function comparedWith(seed: number): string {
  const program = `import { compare } from ${JSON.stringify(import.meta.resolve('./spaced-repetition.ts'))}
    console.log(JSON.stringify(compare({ students: 3, days: 60, seed: ${seed} }, () => undefined)))`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
}

test('the same seed gives the same comparison in each process, and another seed another one', () => {
  const comparison = comparedWith(7)
  expect(JSON.parse(comparison)).toMatchObject({ asItIs: { reviews: expect.any(Number) } })
  expect(comparedWith(7)).toBe(comparison)
  expect(comparedWith(8)).not.toBe(comparison)
})

test('FSRS-6 predicts better than SM-2', () => {
  const comparison = compare({ students: 3, days: 60, seed: 7 }, () => undefined)
  expect(comparison.predictions.ours.logLoss).toBeLessThan(comparison.predictions.theirs.logLoss)
  expect(plotOf(comparison, 3)).toContain('3 simulated students')
})

test('the reviews for a retention are interpolated between its neighbors', () => {
  const outcomes = [
    { reviews: 300, retention: 0.9 },
    { reviews: 100, retention: 0.8 },
  ]
  expect(reviewsFor(0.85, outcomes)).toBeCloseTo(200)
  expect(reviewsFor(0.7, outcomes)).toBe(100)
  expect(reviewsFor(0.95, outcomes)).toBeNull()
})
