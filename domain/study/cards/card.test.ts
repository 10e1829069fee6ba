import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../../core/shown/calendar.ts'
import { type Grade, gradeOf } from '../grade.ts'
import { type Card, dueOn, mayBringForward, recallOn, review, SPREAD_DAYS } from './card.ts'
import { DEFAULT_PARAMETERS, defaultModel, LONGEST_INTERVAL, MemoryModel, windowAround } from './memory.ts'

const day = '2026-03-01'
const free = () => 0
const answered = (date: string, isCorrect = true) => ({ date, isCorrect, timeSpentSeconds: 60, confidence: null })

/** Right answers, each on the day on which the card is due. */
function known(times: number): Card {
  let { card } = review(null, answered(day), free)
  for (let time = 1; time < times; time++) card = review(card, answered(card.nextReviewDate), free).card
  return card
}

describe('a grade', () => {
  test.each<[Grade, boolean, number, number | null]>([
    ['again', false, 10, 5],
    ['again', false, 0, null],
    ['hard', true, 91, 5],
    ['hard', true, 20, 2],
    ['good', true, 90, null],
    ['good', true, 20, null],
    ['good', true, 46, 5],
    ['good', true, 20, 4],
    ['good', true, 0, 5],
    ['easy', true, 45, 5],
  ])('is %s if right is %s, after %d seconds, with a confidence of %s', (grade, isCorrect, timeSpentSeconds, confidence) => {
    expect(gradeOf({ isCorrect, timeSpentSeconds, confidence })).toBe(grade)
  })
})

describe('FSRS-6', () => {
  test('has its default intervals if nothing else is due', () => {
    let card = known(1)
    const intervals = [daysBetween(card.lastReviewDate, card.nextReviewDate)]
    for (let time = 1; time < 6; time++) {
      card = review(card, answered(card.nextReviewDate), free).card
      intervals.push(daysBetween(card.lastReviewDate, card.nextReviewDate))
    }
    expect(intervals).toEqual([2, 11, 46, 163, 365, 365])
  })

  test('expects nine in ten to be known on their due day', () => {
    const card = known(3)
    expect(recallOn(card, card.lastReviewDate)).toBe(1)
    expect(recallOn(card, card.nextReviewDate)).toBeCloseTo(0.9, 2)
    expect(recallOn(card, addDays(card.nextReviewDate, 60))).toBeLessThan(0.85)
  })

  test('brings missed questions back soon, and counts a lapse if they were known before', () => {
    const missed = review(null, answered(day, false), free).card
    expect(missed).toMatchObject({ lapses: 0, totalReviews: 1, totalCorrect: 0, correctStreak: 0, nextReviewDate: '2026-03-02' })
    const lapsed = review(known(3), answered('2026-05-20', false), free).card
    expect(lapsed).toMatchObject({ lapses: 1, totalReviews: 4, totalCorrect: 3, correctStreak: 0 })
    expect(lapsed.stability).toBeLessThan(known(3).stability)
  })

  test('a second answer on the same day changes little, and a late one counts for that day', () => {
    const card = known(3)
    const { elapsedDays, card: again } = review(card, answered(addDays(card.lastReviewDate, -1)), free)
    expect(elapsedDays).toBe(0)
    expect(again.lastReviewDate).toBe(card.lastReviewDate)
    expect(again.stability).toBeLessThan(card.stability * 1.1)
  })

  test('individual parameters change the dates', () => {
    const [, ...others] = DEFAULT_PARAMETERS
    const model = new MemoryModel([1, ...others])
    expect(model.after(null, 0, 'again').stability).toBe(1)
    expect(defaultModel.after(null, 0, 'again').stability).toBe(0.212)
  })
})

describe('the days of reviews', () => {
  test('of nearby days, the one with the fewest reviews is taken, and the nearest among equals', () => {
    const before = known(2)
    const at = before.nextReviewDate
    const best = review(before, answered(at), free).card.nextReviewDate
    const full = (days: readonly number[]) => (on: string) => (days.includes(daysBetween(best, on)) ? 3 : 1)
    const next = (dueCount: (on: string) => number) => daysBetween(best, review(before, answered(at), dueCount).card.nextReviewDate)
    expect(next(full([]))).toBe(0)
    expect(next(full([0]))).toBe(-1)
    expect(next(full([0, -1]))).toBe(1)
    expect(next(full([0, -1, 1, -2]))).toBe(2)
  })

  test('short intervals stay as they are', () => {
    expect(review(null, answered(day), () => 99).card.nextReviewDate).toBe('2026-03-03')
    expect(windowAround(2)).toEqual({ from: 2, to: 2 })
  })

  test('a review comes after its day, within the window, and at most a year later', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ isCorrect: fc.boolean(), wait: fc.nat({ max: 400 }), busy: fc.nat({ max: 9 }) }), { minLength: 1 }),
        (answers) => {
          let card: Card | null = null
          let date = day
          for (const { isCorrect, wait, busy } of answers) {
            date = addDays(date, wait)
            card = review(card, answered(date, isCorrect), (on) => (on.endsWith(String(busy)) ? 5 : 0)).card
            const interval = daysBetween(date, card.nextReviewDate)
            const window = windowAround(defaultModel.interval(card))
            expect(interval).toBeGreaterThanOrEqual(Math.max(1, window.from))
            expect(interval).toBeLessThanOrEqual(Math.min(LONGEST_INTERVAL, window.to))
          }
        },
      ),
    ))
})

describe('before an exam', () => {
  const card = { questionId: '0197b1a2-6e4b-5f3c-8d21-7c9e4b2a5d22', lastReviewDate: '2026-03-01', nextReviewDate: '2026-09-01' }

  test('earlier reviews stay, and later ones move to the last days', () => {
    expect(dueOn(card, null)).toBe('2026-09-01')
    expect(dueOn(card, '2026-09-02')).toBe('2026-09-01')
    expect(dueOn(card, '2026-02-28')).toBe('2026-09-01')
    expect(dueOn(card, '2026-03-02')).toBe('2026-03-02')
    expect(dueOn(card, '2026-03-03')).toBe('2026-03-02')
  })

  test('no interval goes beyond the exam, and none is shorter than a day', () =>
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (questionId, interval, until) => {
        const examDate = addDays(card.lastReviewDate, until)
        const due = dueOn({ ...card, questionId, nextReviewDate: addDays(card.lastReviewDate, interval) }, examDate)
        expect(due > card.lastReviewDate).toBe(true)
        expect(until === 1 ? due === examDate || interval < until : due < examDate).toBe(true)
        if (interval >= until) expect(daysBetween(due, examDate)).toBeLessThanOrEqual(SPREAD_DAYS)
      }),
    ))

  test('only an exam that is near makes other cards due', () => {
    const days = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(fc.uuid(), days, days, days, (questionId, interval, until, gone) => {
        const of = { ...card, questionId, nextReviewDate: addDays(card.lastReviewDate, interval) }
        const today = addDays(card.lastReviewDate, gone)
        const examDate = addDays(today, until)
        const isHastened = dueOn(of, examDate) <= today && of.nextReviewDate > today
        if (isHastened) expect(mayBringForward(examDate, today)).toBe(true)
        if (of.nextReviewDate <= today) expect(dueOn(of, examDate)).toBe(of.nextReviewDate)
      }),
    )
    expect(mayBringForward(null, card.lastReviewDate)).toBe(false)
  })
})
