import { DEFAULT_SETTINGS } from '@medicready/domain/accounts/shown/rules'
import { fold } from '@medicready/domain/core/decider'
import type { Recorded } from '@medicready/domain/core/event'
import { type CalendarDay, daysBetween } from '@medicready/domain/core/shown/calendar'
import type { Fact, FactOf } from '@medicready/domain/events'
import { dueNow } from '@medicready/domain/reminders/own-time'
import { dueDailyEmail, type ReminderDayEvent, reminderDayAggregate } from '@medicready/domain/reminders/reminder-day'
import { localTimeAt } from '@medicready/domain/tutoring/local-time'
import { expect, test } from 'vitest'
import type { RowOf } from '../definition.ts'
import { dailyEmailTimes } from './daily-email-times.ts'

const MINUTE = 60_000
const userId = '00000000-0000-4000-8000-000000000001'
const iso = (instant: number): string => new Date(instant).toISOString()
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

interface Setting {
  readonly at: string
  readonly timeZone: string
  readonly time: string
  readonly isOff?: boolean
}
type Row = RowOf<typeof dailyEmailTimes.tables.daily_email_times>
interface Mail {
  readonly date: CalendarDay
  readonly at: number
  readonly timeZone: string
}

/** A user's history with the daily email, as seen by the read model, the job's rule and each day's stream. */
class Life {
  readonly mails: Mail[] = []
  readonly #days = new Map<CalendarDay, ReminderDayEvent[]>()
  #row: Row | null = null
  #calendar: { timeZone: string; formerTimeZone: string | null; timeZoneChangedAt: string | null }

  constructor(timeZone: string) {
    this.#calendar = { timeZone, formerTimeZone: null, timeZoneChangedAt: null }
  }

  set({ at, timeZone, time, isOff = false }: Setting): void {
    const before = this.#calendar
    if (timeZone !== before.timeZone) this.#calendar = { timeZone, formerTimeZone: before.timeZone, timeZoneChangedAt: at }
    const settings = { ...DEFAULT_SETTINGS, dailyEmailEnabled: !isOff, dailyEmailTime: time }
    this.#show({ type: 'SettingsChanged', data: { userId, ...settings, timeZone, timeZoneChangedAt: null } }, at)
  }

  /** The job runs. */
  look(now: number): void {
    const row = this.#row
    if (!row?.due_at || Date.parse(row.due_at) > now) return
    const due = dueNow(iso(now), { ...this.#calendar, time: row.email_time, dueAt: row.due_at, cameOn: row.came_on })
    if (!due) return
    const events = this.#days.get(due.date) ?? []
    const state = fold(reminderDayAggregate, events)
    for (const event of dueDailyEmail({ userId, ...due, cause: 'time' })(state)) {
      this.#days.set(due.date, [...events, event])
      this.mails.push({ date: due.date, at: now, timeZone: this.#calendar.timeZone })
      this.#show(event as FactOf<'DailyEmailDue'>, iso(now))
    }
  }

  #show(fact: Extract<Fact, { type: 'SettingsChanged' | 'DailyEmailDue' }>, occurredAt: string): void {
    const rows = {
      daily_email_times: {
        get: () => this.#row,
        set: (row: Row) => {
          this.#row = row
        },
        delete: () => {
          this.#row = null
        },
      },
    }
    const handler = dailyEmailTimes.on[fact.type] as unknown as (fact: Recorded<Fact>, to: typeof rows) => void
    handler({ ...fact, metadata: { occurredAt } } as Recorded<Fact>, rows)
  }
}

/** Simulates the time from one instant to another, with the job at each step. */
function live(life: Life, settings: readonly Setting[], { from, to, step }: { from: string; to: string; step: number }): void {
  const coming = [...settings]
  for (let now = Date.parse(from); now < Date.parse(to); now += step) {
    while (coming[0] && Date.parse(coming[0].at) <= now) life.set(coming.shift() as Setting)
    life.look(now)
  }
}

const year = { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }
const QUARTER = 15 * MINUTE

test.each([
  // Clocks are put forward in spring and back in autumn; 02:30 is skipped once, 01:30 shown twice.
  ['America/New_York', ['13:00', '02:30', '01:30']],
  // A half-hour zone with half an hour of daylight saving time.
  ['Australia/Lord_Howe', ['13:00', '02:15', '01:45']],
  // Between half hours, without daylight saving time.
  ['Asia/Kathmandu', ['13:00', '00:00']],
  // Midnight itself is skipped, and the last hour of a day repeated, in the southern summer.
  ['America/Santiago', ['00:00', '23:45']],
  // On both sides of the date line.
  ['Pacific/Kiritimati', ['13:00', '23:45']],
  ['Pacific/Pago_Pago', ['13:00', '00:00']],
])('in %s it comes once on each day of a year, at its time', (timeZone, times) => {
  for (const time of times) {
    const life = new Life(timeZone)
    live(life, [{ at: year.from, timeZone, time }], { ...year, step: QUARTER })

    // By the clock alone: for each day the first quarter of an hour that shows this time or a later one.
    const expected = new Map<CalendarDay, string>()
    for (let now = Date.parse(year.from); now < Date.parse(year.to); now += QUARTER) {
      const { day, minutes } = localTimeAt(now, timeZone)
      if (minutes >= minutesOf(time) && !expected.has(day)) expected.set(day, iso(now))
    }
    const [[first] = ['']] = expected
    // If the first day's time was already past when it was set, there was no email.
    if (localTimeAt(Date.parse(year.from), timeZone).minutes > minutesOf(time)) expected.delete(first)
    expect(
      life.mails.map(({ date, at }) => [date, iso(at)]),
      `${timeZone} ${time}`,
    ).toEqual([...expected])
    expect(life.mails.length).toBeGreaterThanOrEqual(364)
  }
})

test('minute by minute, a skipped time comes at the end of the gap, and a repeated one the first time', () => {
  const timeZone = 'America/New_York'
  const spring = new Life(timeZone)
  const march = { from: '2026-03-07T12:00:00.000Z', to: '2026-03-09T12:00:00.000Z', step: MINUTE }
  live(spring, [{ at: march.from, timeZone, time: '02:07' }], march)
  expect(spring.mails.map(({ date, at }) => [date, iso(at)])).toEqual([
    ['2026-03-08', '2026-03-08T07:00:00.000Z'],
    ['2026-03-09', '2026-03-09T06:07:00.000Z'],
  ])
  const autumn = new Life(timeZone)
  const november = { from: '2026-10-31T12:00:00.000Z', to: '2026-11-02T12:00:00.000Z', step: MINUTE }
  live(autumn, [{ at: november.from, timeZone, time: '01:07' }], november)
  expect(autumn.mails.map(({ date, at }) => [date, iso(at)])).toEqual([
    ['2026-11-01', '2026-11-01T05:07:00.000Z'],
    ['2026-11-02', '2026-11-02T06:07:00.000Z'],
  ])
})

test('in a year of travel no day has two emails, a late one, or one before the chosen time', () => {
  const zones = [
    'America/New_York',
    'Asia/Tokyo',
    'Pacific/Honolulu',
    'Pacific/Kiritimati',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Pacific/Pago_Pago',
  ]
  const settings: Setting[] = []
  // A zone can change at most once in 25 hours; here about every third day, so that it happens at all hours.
  for (let at = Date.parse(year.from), trip = 0; at < Date.parse(year.to); at += 77.25 * 60 * MINUTE, trip += 1)
    settings.push({ at: iso(at), timeZone: zones[(trip * 3) % zones.length] ?? '', time: '13:00' })
  const life = new Life(zones[0] ?? '')
  live(life, settings, { ...year, step: QUARTER })
  // The account's day may begin when the new zone is already past the time: then the email comes at its start.
  for (const { at, timeZone } of life.mails) expect(localTimeAt(at, timeZone).minutes).toBeGreaterThanOrEqual(13 * 60)
  expect(life.mails.filter(({ at, timeZone }) => localTimeAt(at, timeZone).minutes > 13 * 60).length).toBeLessThan(30)
  const dates = life.mails.map(({ date }) => date)
  expect(dates).toEqual([...new Set(dates)].sort())
  // For travelers, the time sometimes never comes on a day, or was already past when they landed.
  for (const [index, date] of dates.entries()) if (index > 0) expect(daysBetween(dates[index - 1] ?? '', date)).toBeLessThanOrEqual(3)
  expect(dates.length).toBeGreaterThan(250)
})

test('a time already past when it is set comes the next day; switching off and on or setting it again causes no second email', () => {
  const timeZone = 'UTC'
  const of = (settings: readonly (readonly [at: string, time: string, isOff?: boolean])[]) => {
    const life = new Life(timeZone)
    const asked = settings.map(([at, time, isOff = false]) => ({ at: `2026-03-01T${at}:00.000Z`, timeZone, time, isOff }))
    live(life, asked, { from: '2026-03-01T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z', step: MINUTE })
    return life.mails.map(({ at }) => iso(at).slice(8, 16))
  }
  expect(of([['12:59', '13:00']])).toEqual(['01T13:00', '02T13:00'])
  expect(of([['13:00', '13:00']])).toEqual(['01T13:00', '02T13:00'])
  expect(of([['13:01', '13:00']])).toEqual(['02T13:00'])
  const later = [
    ['08:00', '13:00'],
    ['13:30', '18:00'],
  ] as const
  expect(of(later)).toEqual(['01T13:00', '02T18:00'])
  const sooner = [
    ['08:00', '13:00'],
    ['09:00', '08:30'],
  ] as const
  expect(of(sooner)).toEqual(['02T08:30'])
  const offAndOn = [
    ['08:00', '13:00'],
    ['14:00', '13:00', true],
    ['15:00', '16:00'],
  ] as const
  expect(of(offAndOn)).toEqual(['01T13:00', '02T16:00'])
  expect(of([...later, ['20:00', '18:00', true]])).toEqual(['01T13:00'])
})

test('emails missed by a stopped worker come later on the same day, and never the next', () => {
  const life = new Life('UTC')
  life.set({ at: '2026-03-01T00:00:00.000Z', timeZone: 'UTC', time: '13:00' })
  for (const at of ['2026-03-01T17:42:00.000Z', '2026-03-03T12:59:00.000Z', '2026-03-03T13:00:00.000Z', '2026-03-03T13:01:00.000Z'])
    life.look(Date.parse(at))
  expect(life.mails.map(({ date, at }) => [date, iso(at)])).toEqual([
    ['2026-03-01', '2026-03-01T17:42:00.000Z'],
    ['2026-03-03', '2026-03-03T13:00:00.000Z'],
  ])
})
