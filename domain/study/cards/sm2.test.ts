import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Grade, grades } from '../grade.ts'
import { newSm2, sm2After } from './card.ts'

const intervals = (given: readonly Grade[]): number[] => {
  let card = newSm2
  return given.map((grade) => {
    card = sm2After(card, grade)
    return card.intervalDays
  })
}

test('a question that is known each time comes after 1, 6, 15, 38, 95, and 238 days', () => {
  expect(intervals(Array<Grade>(6).fill('good'))).toEqual([1, 6, 15, 38, 95, 238])
})

test('ease rises by 0.1, falls by 0.14, and never goes below 1.3', () => {
  expect(sm2After(newSm2, 'easy').easeFactor).toBe(2.6)
  expect(sm2After(newSm2, 'good').easeFactor).toBe(2.5)
  expect(sm2After(newSm2, 'hard').easeFactor).toBe(2.36)
  let card = newSm2
  for (let times = 0; times < 20; times++) card = sm2After(card, 'hard')
  expect(card.easeFactor).toBe(1.3)
})

test('a forgotten question starts again and keeps its ease', () => {
  const known = { easeFactor: 2.36, repetitionNumber: 4, intervalDays: 38 }
  expect(sm2After(known, 'again')).toEqual({ easeFactor: 2.36, repetitionNumber: 0, intervalDays: 1 })
  expect(intervals(['good', 'good', 'good', 'again', 'good', 'good', 'good'])).toEqual([1, 6, 15, 1, 1, 6, 15])
})

test('ease stays in whole hundredths, and an interval grows by at least its ease', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...grades), { maxLength: 60 }), (given) => {
      let card = newSm2
      for (const grade of given) {
        const before = card
        card = sm2After(before, grade)
        expect(Number(card.easeFactor.toFixed(2))).toBe(card.easeFactor)
        if (card.repetitionNumber > 2 && card.intervalDays < 36_500)
          expect(card.intervalDays).toBeGreaterThan(before.intervalDays * card.easeFactor - 0.001)
      }
    }),
  ))
