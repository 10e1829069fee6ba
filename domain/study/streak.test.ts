import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../core/shown/calendar.ts'
import { given } from '../testing/given.ts'
import {
  brokenOn,
  earnFreeze,
  freezesBy,
  frozenOn,
  missDay,
  noStreak,
  OPEN_DAYS,
  type StreakEvent,
  type StudyStreak,
  spendFreeze,
  streakAggregate,
  streakToday,
  studiedOn,
} from './streak.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const broken: StreakEvent = { type: 'StreakBroken', data: { userId, date: '2026-03-05', days: 4 } }

test('a missed day ends a streak once', () => {
  const missed = (date: string, days = 4) => missDay({ userId, date, days })
  given(streakAggregate, []).when(missed('2026-03-05')).emits([broken])
  given(streakAggregate, [broken]).when(missed('2026-03-05')).emits([])
  given(streakAggregate, [broken]).when(missed('2026-03-02', 1)).emits([])
  given(streakAggregate, [broken])
    .when(missed('2026-03-10', 2))
    .emits([{ type: 'StreakBroken', data: { userId, date: '2026-03-10', days: 2 } }])
})

const earned = (date: string, days = 7): StreakEvent => ({ type: 'StreakFreezeEarned', data: { userId, date, days } })
const spent = (date: string, days = 7): StreakEvent => ({ type: 'StreakFreezeSpent', data: { userId, date, days } })

test('a freeze is earned once per date, two are kept, and one is spent automatically on each missed day', () => {
  const earn = (date: string, days = 7) => earnFreeze({ userId, date, days })
  given(streakAggregate, [])
    .when(earn('2026-03-07'))
    .emits([earned('2026-03-07')])
  given(streakAggregate, [earned('2026-03-07')])
    .when(earn('2026-03-07'))
    .emits([])
  const two = [earned('2026-03-07'), earned('2026-03-14', 14)]
  given(streakAggregate, two).when(earn('2026-03-21', 21)).emits([])
  given(streakAggregate, two)
    .when(missDay({ userId, date: '2026-03-15', days: 14 }))
    .emits([spent('2026-03-15', 14)])
  given(streakAggregate, [...two, spent('2026-03-15', 14)])
    .when(missDay({ userId, date: '2026-03-15', days: 14 }))
    .emits([])
  given(streakAggregate, [...two, spent('2026-03-15', 14)])
    .when(spendFreeze({ userId, date: '2026-03-15', days: 14 }))
    .emits([])
  given(streakAggregate, [...two, spent('2026-03-15', 14), spent('2026-03-16', 14)])
    .when(missDay({ userId, date: '2026-03-17', days: 14 }))
    .emits([{ type: 'StreakBroken', data: { userId, date: '2026-03-17', days: 14 } }])
  given(streakAggregate, [])
    .when(spendFreeze({ userId, date: '2026-03-15', days: 14 }))
    .emits([])
  // The 14th was answered late and earned the freeze that the 15th uses.
  const ended: StreakEvent = { type: 'StreakBroken', data: { userId, date: '2026-03-15', days: 14 } }
  given(streakAggregate, [earned('2026-03-07'), spent('2026-03-14'), ended, earned('2026-03-14', 14)])
    .when(spendFreeze({ userId, date: '2026-03-15', days: 14 }))
    .emits([spent('2026-03-15', 14)])
})

/** A streak of consecutive days from March 1 on. */
const inARow = (days: number) => {
  let streak = noStreak
  for (let day = 0; day < days; day++) streak = studiedOn(streak, addDays('2026-03-01', day))
  return streak
}

test('a frozen day keeps a streak but does not extend it', () => {
  const week = inARow(7)
  expect([week.currentStreak, week.freezes]).toEqual([7, 1])
  const after = studiedOn(week, '2026-03-09')
  expect(after).toMatchObject({ currentStreak: 8, freezes: 0, frozenOn: '2026-03-08' })
  expect(freezesBy(week, '2026-03-09').changes).toEqual([{ kind: 'spent', date: '2026-03-08', days: 7 }])
  expect(studiedOn(week, '2026-03-10')).toMatchObject({ currentStreak: 1, freezes: 0 })
  expect(inARow(28).freezes).toBe(2)
  expect(freezesBy(inARow(6), '2026-03-07').changes).toEqual([{ kind: 'earned', date: '2026-03-07', days: 7 }])
  expect(freezesBy(inARow(20), '2026-03-21').changes).toEqual([])
})

test('it makes no difference whether a freeze was recorded as spent before or after the next answer', () => {
  const week = inARow(7)
  const before = studiedOn(frozenOn(week, '2026-03-08'), '2026-03-09')
  const after = frozenOn(studiedOn(week, '2026-03-09'), '2026-03-08')
  expect(before).toEqual(after)
  const broken = studiedOn(brokenOn(frozenOn(week, '2026-03-08'), '2026-03-09'), '2026-03-10')
  expect(broken).toEqual(brokenOn(frozenOn(studiedOn(week, '2026-03-10'), '2026-03-08'), '2026-03-09'))
  expect(broken.currentStreak).toBe(1)
})

test('a streak that a freeze will keep is alive today, and shows the freezes that will be left', () => {
  const week = inARow(7)
  expect(streakToday(week, '2026-03-08')).toEqual({ currentStreak: 7, freezes: 1 })
  expect(streakToday(week, '2026-03-09')).toEqual({ currentStreak: 7, freezes: 0 })
  expect(streakToday(week, '2026-03-10')).toEqual({ currentStreak: 0, freezes: 0 })
  expect(streakToday(frozenOn(week, '2026-03-08'), '2026-03-09')).toEqual({ currentStreak: 7, freezes: 0 })
})

test('consecutive days count, across months and leap days; a gap restarts the count; the longest is kept', () => {
  const days = ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-03']
  const streaks = [noStreak]
  for (const day of days) streaks.push(studiedOn(streaks.at(-1) ?? noStreak, day))
  expect(streaks.map(({ currentStreak }) => currentStreak)).toEqual([0, 1, 2, 3, 1])
  expect(streaks.at(-1)?.longestStreak).toBe(3)
})

test('an answer for the day that ended a streak repairs it, whenever it arrives', () => {
  const before = inARow(4)
  const recorded = brokenOn(before, '2026-03-05')
  expect(recorded.currentStreak).toBe(0)
  expect(studiedOn(recorded, '2026-03-05')).toMatchObject({ currentStreak: 5, longestStreak: 5, lastStudyDate: '2026-03-05' })
  const goneOn = studiedOn(studiedOn(recorded, '2026-03-06'), '2026-03-07')
  expect(goneOn.currentStreak).toBe(2)
  expect(studiedOn(goneOn, '2026-03-05')).toMatchObject({ currentStreak: 7, longestStreak: 7, lastStudyDate: '2026-03-07' })
})

test('answers for several missed days repair a streak once all have arrived, in any order', () => {
  const anew = studiedOn(inARow(4), '2026-03-07')
  const half = studiedOn(anew, '2026-03-05')
  expect([anew.currentStreak, half.currentStreak]).toEqual([1, 1])
  expect(studiedOn(half, '2026-03-06')).toMatchObject({ currentStreak: 7, longestStreak: 7 })
  expect(studiedOn(studiedOn(anew, '2026-03-06'), '2026-03-05')).toEqual(studiedOn(half, '2026-03-06'))
})

/** Only a kept freeze. */
const frozenAtFirst: StudyStreak = { ...noStreak, open: { ...noStreak.open, before: { ...noStreak.open.before, freezes: 1 } } }

test('an answer for the day before a streak began extends it', () => {
  const second = studiedOn(noStreak, '2026-03-02')
  expect(studiedOn(second, '2026-03-01')).toEqual(inARow(2))
  expect(studiedOn(studiedOn(second, '2026-03-03'), '2026-03-01')).toEqual(inARow(3))
})

test('a late answer refunds what a missed day would have cost, unless it was already recorded', () => {
  const missed = studiedOn(inARow(7), '2026-03-09')
  expect([missed.currentStreak, missed.freezes]).toEqual([8, 0])
  expect(freezesBy(missed, '2026-03-08')).toEqual({ changes: [], withdrawn: ['2026-03-08'] })
  expect(studiedOn(missed, '2026-03-08')).toMatchObject({ currentStreak: 9, freezes: 1 })
  expect(studiedOn(frozenOn(missed, '2026-03-08'), '2026-03-08')).toMatchObject({ currentStreak: 9, freezes: 0 })
})

test('a freeze earned by a late answer on an earlier day is the same freeze', () => {
  const six = [1, 2, 3, 5, 6, 7, 8].reduce((streak, day) => studiedOn(streak, `2026-03-0${day}`), frozenAtFirst)
  expect(six.currentStreak).toBe(7)
  expect(freezesBy(six, '2026-03-04').changes).toEqual([])
  expect(studiedOn(six, '2026-03-04')).toMatchObject({ currentStreak: 8, freezes: six.freezes + 1 })
})

test('a second answer on a day, or a late one, does not change a streak', () => {
  const streak = studiedOn(studiedOn(noStreak, '2026-03-01'), '2026-03-02')
  expect(studiedOn(streak, '2026-03-02')).toBe(streak)
  expect(studiedOn(streak, '2026-02-20')).toMatchObject({ currentStreak: 2, longestStreak: 2, lastStudyDate: '2026-03-02' })
})

test('a streak lives through today and ends if yesterday passed without study', () => {
  const streak = studiedOn(studiedOn(noStreak, '2026-03-01'), '2026-03-02')
  expect(streakToday(streak, '2026-03-02').currentStreak).toBe(2)
  expect(streakToday(streak, '2026-03-03').currentStreak).toBe(2)
  expect(streakToday(streak, '2026-03-04').currentStreak).toBe(0)
  expect(streakToday(noStreak, '2026-03-04').currentStreak).toBe(0)
})

test('repeated or late answers never shorten a streak', () => {
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

const days = (most: number) => fc.uniqueArray(fc.tuple(fc.nat(most), fc.nat(OPEN_DAYS)), { selector: ([day]) => day, maxLength: 40 })
/** Events of days, each with its delay in days. */
const happened = fc.record({ studied: days(30), frozen: days(30), broken: days(30) }).map(({ studied, frozen, broken }) =>
  (
    [
      [studied, studiedOn],
      [frozen, frozenOn],
      [broken, brokenOn],
    ] as const
  ).flatMap(([those, becomes]) => those.map(([day, later]) => ({ day, later, becomes }))),
)

test('late answers within their time give the same streak in any order', () => {
  fc.assert(
    fc.property(happened, (facts) => {
      const after = (ordered: typeof facts) =>
        ordered.reduce((streak, { day, becomes }) => becomes(streak, addDays('2026-01-01', day)), studiedOn(noStreak, '2026-01-01'))
      const arrived = facts.toSorted((one, other) => one.day + one.later - (other.day + other.later))
      expect(after(arrived)).toEqual(after(facts.toSorted((one, other) => one.day - other.day)))
    }),
    { numRuns: 2000 },
  )
})

test('study days alone give the same streak in any order, and never shorten the longest one', () => {
  fc.assert(
    fc.property(days(20), (studied) => {
      const arrived = studied.toSorted(([day, later], [other, otherLater]) => day + later - (other + otherLater))
      let streak = noStreak
      for (const [day] of arrived) {
        const next = studiedOn(streak, addDays('2026-01-01', day))
        expect(next.longestStreak).toBeGreaterThanOrEqual(streak.longestStreak)
        streak = next
      }
      const inOrder = studied.toSorted(([day], [other]) => day - other)
      expect(streak).toEqual(inOrder.reduce((before, [day]) => studiedOn(before, addDays('2026-01-01', day)), noStreak))
    }),
    { numRuns: 1000 },
  )
})
