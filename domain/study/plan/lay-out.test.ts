import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../core/shown/calendar.ts'
import { moduleNames } from '../../questions/shown/modules.ts'
import { layOut, type ModuleToPlan } from './lay-out.ts'
import { MAX_PLANNED_DAYS, plannedOn } from './study-plan.ts'

const today = '2026-03-01'
const airway = 'Airway, Respiration & Ventilation'
const trauma = 'Trauma'
const plan = (days: number, modules: readonly ModuleToPlan[], questionsADay = 10, due: readonly number[] = []) =>
  layOut({ today, examDate: addDays(today, days), modules, questionsADay, due, mockExams: null })

describe('a plan', () => {
  test('spreads new questions evenly, in turn, and leaves the last days to reviews', () => {
    const days = plan(12, [
      { module: airway, unseen: 30, weight: 1 },
      { module: trauma, unseen: 30, weight: 1 },
    ])
    expect(days).toHaveLength(12)
    expect(days.map(({ newQuestions }) => newQuestions)).toEqual([6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 0, 0])
    expect(days.slice(0, 4).map(({ module }) => module)).toEqual([airway, trauma, airway, trauma])
    expect(days.slice(10).map(({ module }) => module)).toEqual([null, null])
  })

  test('gives a heavier module more days', () => {
    const days = plan(42, [
      { module: airway, unseen: 400, weight: 3 },
      { module: trauma, unseen: 400, weight: 1 },
    ])
    expect(days.filter(({ module }) => module === airway)).toHaveLength(30)
    expect(days.filter(({ module }) => module === trauma)).toHaveLength(10)
  })

  test('leaves room for reviews, but never a whole day while new questions remain', () => {
    const [first, second, third] = plan(3, [{ module: trauma, unseen: 100, weight: 1 }], 10, [3, 40])
    expect(first).toMatchObject({ newQuestions: 7, reviews: 3 })
    expect(second).toMatchObject({ newQuestions: 4, reviews: 6 })
    // Reviews that did not fit on the second day come on the third.
    expect(third).toMatchObject({ newQuestions: 4, reviews: 6 })
  })

  test('moves reviews that do not fit to the following days, until all are done', () => {
    const days = plan(12, [{ module: trauma, unseen: 9, weight: 1 }], 5, [20, 0, 4])
    expect(days.map(({ reviews }) => reviews)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0])
  })

  test('gives a mock exam its own day every second week, the last a week before the exam', () => {
    const modules = [{ module: trauma, unseen: 200, weight: 1 }] as const
    const examDate = addDays(today, 23)
    const mockExams = { exam: 'national_registry', latest: null } as const
    const days = layOut({ today, examDate, modules, questionsADay: 20, due: [], mockExams })
    const ofExams = days.flatMap((day, index) => (day.exam ? [index] : []))
    expect(ofExams).toEqual([2, 16])
    expect(days[2]).toEqual({ date: addDays(today, 2), module: null, newQuestions: 0, reviews: 0, exam: 'national_registry' })
    // New questions are spread over the other days and still done in time.
    expect(days.reduce((sum, { newQuestions }) => sum + newQuestions, 0)).toBe(200)
    // Reviews that are due on such a day come on the next.
    const [, , third, fourth] = layOut({ today, examDate, modules, questionsADay: 20, due: [0, 0, 5], mockExams })
    expect([third?.reviews, fourth?.reviews]).toEqual([0, 5])
  })

  test("stays within each day's limit, plans nothing twice, and ends before the exam", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.uniqueArray(
          fc.record({
            module: fc.constantFrom(...moduleNames),
            unseen: fc.nat(300),
            weight: fc.double({ min: 0.1, max: 30, noNaN: true }),
          }),
          { selector: ({ module }) => module },
        ),
        fc.array(fc.nat(30), { maxLength: 100 }),
        (left, questionsADay, modules, due) => {
          const days = plan(left, modules, questionsADay, due)
          expect(days).toHaveLength(Math.min(left, MAX_PLANNED_DAYS))
          expect(days.map(({ date }) => date)).toEqual(days.map((_, index) => addDays(today, index)))
          for (const day of days) expect(plannedOn(day)).toBeLessThanOrEqual(questionsADay)
          for (const { module, unseen } of modules)
            expect(days.filter((day) => day.module === module).reduce((sum, day) => sum + day.newQuestions, 0)).toBeLessThanOrEqual(unseen)
        },
      ),
    )
  })

  test('finishes all new questions in time if the days allow it', () => {
    const days = plan(40, [
      { module: airway, unseen: 117, weight: 16 },
      { module: trauma, unseen: 123, weight: 13 },
    ])
    expect(days.reduce((sum, { newQuestions }) => sum + newQuestions, 0)).toBe(240)
  })
})
