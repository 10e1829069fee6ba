import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { given } from '../testing/given.ts'
import { breakStreak, noStreak, type StreakEvent, streakAggregate, streakToday, studiedOn } from './streak.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const broken: StreakEvent = { type: 'StreakBroken', data: { userId, date: '2026-03-05', days: 4 } }

test('a streak is ended once for each day it missed', () => {
  given(streakAggregate, [])
    .when(breakStreak({ userId, lastStudyDate: '2026-03-04', days: 4 }))
    .emits([broken])
  given(streakAggregate, [broken])
    .when(breakStreak({ userId, lastStudyDate: '2026-03-04', days: 4 }))
    .emits([])
  given(streakAggregate, [broken])
    .when(breakStreak({ userId, lastStudyDate: '2026-03-01', days: 1 }))
    .emits([])
  given(streakAggregate, [broken])
    .when(breakStreak({ userId, lastStudyDate: '2026-03-09', days: 2 }))
    .emits([{ type: 'StreakBroken', data: { userId, date: '2026-03-10', days: 2 } }])
})

test('days in a row count, across months and leap days; a gap begins anew; the longest is kept', () => {
  const days = ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-03']
  const streaks = [noStreak]
  for (const day of days) streaks.push(studiedOn(streaks.at(-1) ?? noStreak, day))
  expect(streaks.map(({ currentStreak }) => currentStreak)).toEqual([0, 1, 2, 3, 1])
  expect(streaks.at(-1)?.longestStreak).toBe(3)
})

test('a second answer on a day, or one that comes late, leaves a streak as it is', () => {
  const streak = studiedOn(studiedOn(noStreak, '2026-03-01'), '2026-03-02')
  expect(studiedOn(streak, '2026-03-02')).toBe(streak)
  expect(studiedOn(streak, '2026-02-20')).toBe(streak)
})

test('a streak lives through today and ends when yesterday went by without study', () => {
  const streak = studiedOn(studiedOn(noStreak, '2026-03-01'), '2026-03-02')
  expect(streakToday(streak, '2026-03-02')).toBe(2)
  expect(streakToday(streak, '2026-03-03')).toBe(2)
  expect(streakToday(streak, '2026-03-04')).toBe(0)
  expect(streakToday(noStreak, '2026-03-04')).toBe(0)
})

test('answers more than once a day, or sent late, never shorten a streak', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 60 }), (offsets) => {
      let streak = noStreak
      for (const offset of offsets) {
        const next = studiedOn(streak, addDays('2026-01-01', offset))
        expect(next.longestStreak).toBeGreaterThanOrEqual(streak.longestStreak)
        expect(next.longestStreak).toBeGreaterThanOrEqual(next.currentStreak)
        expect((next.lastStudyDate ?? '') >= (streak.lastStudyDate ?? '')).toBe(true)
        streak = next
      }
    }),
  )
})
