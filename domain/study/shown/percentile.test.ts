import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Distribution, isNotedAt, LEARNERS_TO_COMPARE, learnersIn, moved, percentAbove, percentOf } from './percentile.ts'

const of = (...percents: readonly number[]): Distribution =>
  percents.reduce<Distribution>((distribution, percent) => moved(distribution, null, percent), [])
/** 20 learners at 40 %, 9 at 60 %, and one's own 80 %. */
const thirty = of(...new Array(20).fill(40), ...new Array(9).fill(60), 80)

test('an accuracy counts in whole percent, from ten answers on', () => {
  expect(percentOf({ scoredAnswers: 9, correctAnswers: 9 })).toBeNull()
  expect(percentOf({ scoredAnswers: 10, correctAnswers: 0 })).toBe(0)
  expect(percentOf({ scoredAnswers: 12, correctAnswers: 8 })).toBe(66)
  expect(percentOf({ scoredAnswers: 12, correctAnswers: 12 })).toBe(100)
})

test('a place is noted with ten answers, and again after each five', () => {
  const noted = Array.from({ length: 26 }, (_, answers) => answers).filter(isNotedAt)
  expect(noted).toEqual([10, 15, 20, 25])
})

test('equals are not below each other, and no one is below themselves', () => {
  const at = (percent: number) => percentAbove(thirty, { scoredAnswers: 100, correctAnswers: percent, noted: percent })
  // 29, 20, and 0 of 29 others.
  expect([at(80), at(60), at(40)]).toEqual([100, 68, 0])
})

test('a learner who has risen since their place was noted does not count as below themselves', () => {
  expect(percentAbove(thirty, { scoredAnswers: 10, correctAnswers: 5, noted: 40 })).toBe(Math.floor((100 * 19) / 29))
})

test('nothing is shown until enough learners compare, or with too few answers', () => {
  const own = { scoredAnswers: 20, correctAnswers: 16, noted: 80 }
  expect(percentAbove(thirty.with(40, 19), own)).toBeNull()
  expect(percentAbove(thirty, { ...own, scoredAnswers: 9, correctAnswers: 8 })).toBeNull()
  expect(percentAbove([], own)).toBeNull()
})

test('it equals a count of all learners, however they got there', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 5 }), { minLength: LEARNERS_TO_COMPARE }),
      (ways) => {
        let distribution: Distribution = []
        for (const way of ways)
          for (const [step, to] of way.entries()) distribution = moved(distribution, step === 0 ? null : (way[step - 1] ?? null), to)
        const places = ways.map((way) => way.at(-1) ?? 0)
        const [own = 0] = places
        const below = places.filter((place) => place < own).length
        expect(learnersIn(distribution)).toBe(ways.length)
        expect(percentAbove(distribution, { scoredAnswers: 100, correctAnswers: own, noted: own })).toBe(
          Math.floor((100 * below) / (ways.length - 1)),
        )
      },
    ),
  ))
