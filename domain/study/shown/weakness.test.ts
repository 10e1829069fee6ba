import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENOUGH_ANSWERS, likelyRange, type Tally, weakModules, weakOf } from './weakness.ts'

const tally = (scoredAnswers: number, correctAnswers: number): Tally => ({ scoredAnswers, correctAnswers })
const anyTally = fc.nat(500).chain((scored) => fc.nat(scored).map((correct) => tally(scored, correct)))

describe('the likely range', () => {
  test.each([
    [tally(0, 0), 0, 1],
    [tally(10, 0), 0, 0.21295],
    [tally(10, 10), 0.78705, 1],
    [tally(10, 5), 0.26927, 0.73073],
    [tally(100, 80), 0.7267, 0.8575],
  ])('of %o is from %f to %f, after Wilson', (counted, low, high) => {
    expect(likelyRange(counted).low).toBeCloseTo(low, 4)
    expect(likelyRange(counted).high).toBeCloseTo(high, 4)
  })

  test('contains the accuracy, within 0 and 1, and narrows with more answers of the same accuracy', () => {
    fc.assert(
      fc.property(anyTally, (counted) => {
        const { low, high } = likelyRange(counted)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        if (counted.scoredAnswers === 0) return
        const accuracy = counted.correctAnswers / counted.scoredAnswers
        expect(low).toBeLessThanOrEqual(accuracy + 1e-12)
        expect(high).toBeGreaterThanOrEqual(accuracy - 1e-12)
        const twice = likelyRange(tally(counted.scoredAnswers * 2, counted.correctAnswers * 2))
        expect(twice.high - twice.low).toBeLessThan(high - low)
      }),
    )
  })
})

describe('what is weak', () => {
  test("is below the learner's own mean, from ten scored answers on", () => {
    const [weak, strong] = [tally(ENOUGH_ANSWERS, 4), tally(40, 30)]
    expect(weakOf([strong, weak])).toEqual([weak])
    expect(weakOf([strong, tally(ENOUGH_ANSWERS - 1, 0)])).toEqual([])
    // A single module is its own mean.
    expect(weakOf([weak])).toEqual([])
    expect(weakOf([tally(20, 10), tally(40, 20)])).toEqual([])
    expect(weakOf([])).toEqual([])
  })

  test('is ordered by the lower bound of the accuracy, so fewer answers are weaker', () => {
    const [few, many, worse, best] = [tally(10, 5), tally(100, 50), tally(100, 30), tally(200, 190)]
    expect(weakOf([many, few, best, worse])).toEqual([worse, few, many])
  })

  test('is never everything that was answered, and less with more right answers', () => {
    fc.assert(
      fc.property(fc.array(anyTally, { maxLength: 9 }), (tallies) => {
        const weak = weakOf(tallies)
        const mean = (list: readonly Tally[]) =>
          list.reduce((sum, one) => sum + one.correctAnswers, 0) / list.reduce((sum, one) => sum + one.scoredAnswers, 0)
        for (const one of weak) expect(one.correctAnswers / one.scoredAnswers).toBeLessThan(mean(tallies))
        expect(weak.length === 0 || weak.length < tallies.length).toBe(true)
        expect(weak.map((one) => likelyRange(one).low)).toEqual(weak.map((one) => likelyRange(one).low).sort((a, b) => a - b))
      }),
    )
  })
})

describe('weak modules', () => {
  const record = (module: string, scoredAnswers: number, correctAnswers: number) => ({ module, scoredAnswers, correctAnswers })

  test('are the unanswered ones, until any has enough answers', () => {
    expect(weakModules(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
    expect(weakModules(['a', 'b', 'c'], [record('a', 9, 0)])).toEqual(['b', 'c'])
  })

  test('are measured by all answered modules, and are among the requested ones', () => {
    const records = [record('a', 20, 2), record('b', 20, 8), record('c', 20, 20)]
    expect(weakModules(['a', 'b', 'c'], records)).toEqual(['a', 'b'])
    expect(weakModules(['b', 'c'], records)).toEqual(['b'])
    expect(weakModules(['d'], records)).toEqual([])
  })
})
