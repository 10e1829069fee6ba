import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type CalendarDay, daysBetween } from '../core/shown/calendar.ts'
import { activityOn } from './activity.ts'
import { ACTIVE_DAYS } from './shown/figure-names.ts'

const FIRST = '2026-01-01'

test('on every day, the changes add up to whether a student is active', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { maxLength: 20 }), (given) => {
      const days = given.sort((one, other) => one - other).map((number) => addDays(FIRST, number))
      const changes: { day: CalendarDay; by: number }[] = []
      let last: CalendarDay | null = null
      for (const day of days) {
        changes.push(...activityOn(day, last).changes)
        last = day
      }
      for (let number = 0; number < 150; number++) {
        const asOf = addDays(FIRST, number)
        const isActive = days.some((day) => day <= asOf && daysBetween(day, asOf) < ACTIVE_DAYS)
        const sum = changes.reduce((total, change) => total + (change.day <= asOf ? change.by : 0), 0)
        expect(sum).toBe(isActive ? 1 : 0)
      }
    }),
  ))

test('weeks begin on Monday, months on the first', () => {
  expect(activityOn('2026-03-02', '2026-03-01')).toMatchObject({ isFirstInWeek: true, isFirstInMonth: false })
  expect(activityOn('2026-03-01', '2026-02-28')).toMatchObject({ isFirstInWeek: false, isFirstInMonth: true })
  expect(activityOn('2026-03-01', null)).toMatchObject({ isFirstInWeek: true, isFirstInMonth: true })
})
