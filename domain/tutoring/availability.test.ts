import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Availability, freeStarts, isAvailable, sessionEnd } from './availability.ts'
import { instantOf, localTimeAt } from './local-time.ts'
import { isHoursOfDay, isWeek, minutesIn } from './shown/rules.ts'

const zones = [
  'America/New_York',
  'America/Denver',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'UTC',
  'Pacific/Apia',
]
const iso = (instant: number) => new Date(instant).toISOString()

describe('times on clocks', () => {
  test('an instant follows from its local time, unless clocks show that time twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.parse('2015-01-01') / 60_000, max: Date.parse('2035-01-01') / 60_000 }),
        (zone, minute) => {
          const instant = minute * 60_000
          const shown = localTimeAt(instant, zone)
          expect([instantOf(shown, zone), instantOf(shown, zone, 'last')]).toContain(instant)
          expect(localTimeAt(instantOf(shown, zone), zone)).toEqual(shown)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a time that is shown twice has a first and a last instant', () => {
    const twice = { day: '2026-11-01', minutes: 90 }
    expect(iso(instantOf(twice, 'America/New_York'))).toBe('2026-11-01T05:30:00.000Z')
    expect(iso(instantOf(twice, 'America/New_York', 'last'))).toBe('2026-11-01T06:30:00.000Z')
  })

  test('a skipped time counts as that much later', () => {
    expect(iso(instantOf({ day: '2026-03-08', minutes: 150 }, 'America/New_York'))).toBe('2026-03-08T07:30:00.000Z')
  })
})

const newYork: Availability = {
  timeZone: 'America/New_York',
  weekly: [
    { weekday: 7, from: '00:00', to: '06:00' },
    { weekday: 1, from: '09:00', to: '12:00' },
    { weekday: 1, from: '22:00', to: '24:00' },
    { weekday: 2, from: '00:00', to: '01:00' },
  ],
  exceptions: [
    { date: '2026-03-16', hours: [] },
    { date: '2026-03-18', hours: [{ from: '10:00', to: '11:00' }] },
  ],
}
const available = (startsAt: string) => isAvailable(newYork, { startsAt, endsAt: sessionEnd(startsAt) })

describe('a tutor can be booked', () => {
  test('only within the weekly hours, on the tutor’s own clock', () => {
    // A Monday in winter time: 9 o'clock in New York is 14:00 in UTC.
    expect(available('2026-03-02T14:00:00.000Z')).toBe(true)
    expect(available('2026-03-02T13:59:59.000Z')).toBe(false)
    expect(available('2026-03-02T16:00:00.000Z')).toBe(true)
    expect(available('2026-03-02T16:00:01.000Z')).toBe(false)
    // A week later, clocks have moved forward.
    expect(available('2026-03-09T13:00:00.000Z')).toBe(true)
    expect(available('2026-03-09T12:59:00.000Z')).toBe(false)
  })

  test('across midnight, if the hours of two days meet', () => {
    expect(available('2026-03-03T04:30:00.000Z')).toBe(true)
    expect(available('2026-03-03T05:00:00.000Z')).toBe(true)
    expect(available('2026-03-03T05:30:00.000Z')).toBe(false)
  })

  test('at other hours on an exception day, or not at all', () => {
    expect(available('2026-03-16T13:00:00.000Z')).toBe(false)
    expect(available('2026-03-18T14:00:00.000Z')).toBe(true)
    expect(available('2026-03-18T14:30:00.000Z')).toBe(false)
  })

  test('for the actual hours of days on which clocks change', () => {
    const starts = (from: string) => freeStarts(newYork, [], { from, days: 1, now: '2026-01-01T00:00:00.000Z' })
    const untilNoon = (from: string) => starts(from).filter((start) => start < `${from}T12:00:00.000Z`)
    // Six hours on an ordinary Sunday, five and seven on the other two; the last may begin an hour before the end.
    expect(untilNoon('2026-03-15')).toHaveLength(11)
    expect(untilNoon('2026-03-08')).toHaveLength(9)
    expect(untilNoon('2026-11-01')).toHaveLength(13)
  })
})

test('booked, overlapping, and past times are not offered', () => {
  const booked = [{ startsAt: '2026-03-02T14:30:00.000Z', endsAt: '2026-03-02T15:30:00.000Z' }]
  const window = { from: '2026-03-02', days: 1, now: '2026-03-01T00:00:00.000Z' }
  expect(freeStarts(newYork, booked, window)).toEqual(['2026-03-02T15:30:00.000Z', '2026-03-02T16:00:00.000Z'])
  expect(freeStarts(newYork, [], { ...window, now: '2026-03-02T15:30:00.000Z' })).toEqual(['2026-03-02T16:00:00.000Z'])
})

test('every offered time can be booked', () => {
  for (const start of freeStarts(newYork, [], { from: '2026-03-01', days: 31, now: '2026-01-01T00:00:00.000Z' }))
    expect(available(start)).toBe(true)
})

test('hours of a day end after they begin and do not overlap', () => {
  expect(
    isHoursOfDay([
      { from: '09:00', to: '10:00' },
      { from: '10:00', to: '24:00' },
    ]),
  ).toBe(true)
  expect(
    isHoursOfDay([
      { from: '09:00', to: '10:15' },
      { from: '10:00', to: '11:00' },
    ]),
  ).toBe(false)
  expect(isHoursOfDay([{ from: '10:00', to: '10:00' }])).toBe(false)
  expect(
    isWeek([
      { weekday: 1, from: '09:00', to: '10:00' },
      { weekday: 2, from: '09:00', to: '10:00' },
    ]),
  ).toBe(true)
  expect(
    minutesIn([
      { from: '09:00', to: '10:15' },
      { from: '23:00', to: '24:00' },
    ]),
  ).toBe(135)
})
