import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { calendarDay } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import { type AccountEvent, accountAggregate, type RegisteredAccount } from './account.ts'
import { changeProfile, changeSettings, type SettingsChange } from './settings.ts'
import { accountDay } from './shown/account-day.ts'
import { asProgram, programKey } from './shown/background.ts'
import { DEFAULT_SETTINGS, dailyEmailTimePattern, phonePattern, timeZoneChangeableFrom } from './shown/rules.ts'
import { accountRegistered, emailVerified } from './testing/account-facts.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const noon = '2026-03-01T12:00:00.000Z'
const later = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * 3_600_000).toISOString()

const ana = (timeZone = 'America/Denver'): AccountEvent[] => [accountRegistered(userId, { timeZone }), emailVerified(userId)]
const profile = (data: { firstName: string; lastName: string; phone: string | null }): AccountEvent => ({
  type: 'ProfileChanged',
  data: { userId, ...data },
})
const settings = (change: SettingsChange & { timeZoneChangedAt?: string | null }): AccountEvent => ({
  type: 'SettingsChanged',
  data: { userId, ...DEFAULT_SETTINGS, timeZone: 'America/Denver', timeZoneChangedAt: null, ...change } as never,
})
const change = (change: SettingsChange, now = noon) => changeSettings({ change, now })

test('names and phone number change; no event if nothing changed', () => {
  const changed = profile({ firstName: 'Anna', lastName: 'Silva', phone: '+1 303 555 0100' })
  given(accountAggregate, ana())
    .when(changeProfile({ firstName: 'Anna', lastName: 'Silva', phone: '+1 303 555 0100' }))
    .emits([changed])
  given(accountAggregate, [...ana(), changed])
    .when(changeProfile({ firstName: 'Anna', lastName: 'Silva' }))
    .emits([])
  given(accountAggregate, [...ana(), changed])
    .when(changeProfile({ firstName: 'Ana', lastName: 'Silva' }))
    .emits([profile({ firstName: 'Ana', lastName: 'Silva', phone: '+1 303 555 0100' })])
  given(accountAggregate, [...ana(), changed])
    .when(changeProfile({ firstName: 'Anna', lastName: 'Silva', phone: null }))
    .emits([profile({ firstName: 'Anna', lastName: 'Silva', phone: null })])
})

test('first language and program are set apart from the names, and can be removed', () => {
  const names = { firstName: 'Ana', lastName: 'Silva' }
  const told = (firstLanguage: 'spanish' | null, paramedicProgram: string | null): AccountEvent => ({
    type: 'BackgroundTold',
    data: { userId, firstLanguage, paramedicProgram },
  })
  given(accountAggregate, ana())
    .when(changeProfile({ ...names, firstLanguage: 'spanish' }))
    .emits([told('spanish', null)])
  const before = [...ana(), told('spanish', 'Front Range')]
  given(accountAggregate, before).when(changeProfile(names)).emits([])
  given(accountAggregate, before)
    .when(changeProfile({ ...names, firstName: 'Anna', firstLanguage: null }))
    .emits([profile({ firstName: 'Anna', lastName: 'Silva', phone: null }), told(null, 'Front Range')])
})

test('programs ignore case and surrounding spaces', () => {
  expect(asProgram('  Front\u00a0 Range ')).toBe('Front Range')
  expect(programKey(' FRONT  range')).toBe(programKey('Front Range'))
})

test('a setting changes alone, and the others stay as they are', () => {
  const hidden = settings({ showCorrectAnswers: false })
  given(accountAggregate, ana())
    .when(change({ showCorrectAnswers: false }))
    .emits([hidden])
  given(accountAggregate, [...ana(), hidden])
    .when(change({ dailyEmailEnabled: true, dailyEmailTime: '07:30' }))
    .emits([settings({ showCorrectAnswers: false, dailyEmailEnabled: true, dailyEmailTime: '07:30' })])
  given(accountAggregate, [...ana(), hidden])
    .when(change({ calmMode: true, showOnLeaderboard: false }))
    .emits([settings({ showCorrectAnswers: false, calmMode: true, showOnLeaderboard: false })])
  given(accountAggregate, [...ana(), hidden])
    .when(change({ showCorrectAnswers: false, timeZone: 'America/Denver' }))
    .emits([])
})

test('without an account there are no settings', () => {
  for (const events of [[], [...ana(), { type: 'AccountErased', data: { userId } } as const]]) {
    given(accountAggregate, events)
      .when(change({ showCorrectAnswers: false }))
      .refuses('notSignedIn')
    given(accountAggregate, events)
      .when(changeProfile({ firstName: 'Ana', lastName: 'Silva' }))
      .refuses('notSignedIn')
  }
})

test("an exam lies between the account's own today and three years from it", () => {
  // 12:00 in London is still the first of March in Denver; 06:00 UTC is the day before.
  const early = '2026-03-01T06:00:00.000Z'
  for (const examDate of ['2026-02-28', '2027-06-15', '2029-02-27'])
    given(accountAggregate, ana())
      .when(change({ examDate }, early))
      .emits([settings({ examDate })])
  for (const examDate of ['2026-02-27', '2029-02-28', '9999-12-31'])
    given(accountAggregate, ana()).when(change({ examDate }, early)).refuses('examDateOutOfRange')
})

test('an exam date that has passed blocks no other change, and can be cleared', () => {
  const past = [...ana(), settings({ examDate: '2026-01-15' })]
  given(accountAggregate, past)
    .when(change({ examDate: '2026-01-15', showCorrectAnswers: false }))
    .emits([settings({ examDate: '2026-01-15', showCorrectAnswers: false })])
  given(accountAggregate, past)
    .when(change({ examDate: null }))
    .emits([settings({})])
})

test('the time zone changes at most once a day, and a refusal applies none of the other changes', () => {
  const moved = settings({ timeZone: 'Asia/Tokyo', timeZoneChangedAt: noon })
  given(accountAggregate, ana())
    .when(change({ timeZone: 'Asia/Tokyo' }))
    .emits([moved])
  const again = { timeZone: 'America/Denver', showCorrectAnswers: false }
  given(accountAggregate, [...ana(), moved])
    .when(change(again, later(noon, 24.99)))
    .refuses('timeZoneChangedLately')
  given(accountAggregate, [...ana(), moved])
    .when(change({ showCorrectAnswers: false }, later(noon, 1)))
    .emits([settings({ showCorrectAnswers: false, timeZone: 'Asia/Tokyo', timeZoneChangedAt: noon })])
  given(accountAggregate, [...ana(), moved])
    .when(change(again, later(noon, 25)))
    .emits([settings({ ...again, timeZoneChangedAt: later(noon, 25) })])
})

test('a change of the time zone takes effect with the next midnight', () => {
  // In Denver it is 5 in the morning of 1 March; in Tokyo, 9 in the evening.
  const account = fold(accountAggregate, [...ana(), settings({ timeZone: 'Asia/Tokyo', timeZoneChangedAt: noon })]) as RegisteredAccount
  const dayAt = (instant: string) => accountDay(instant, account)
  expect(dayAt(noon)).toBe('2026-03-01')
  // Tokyo has a new day, Denver has not.
  expect(dayAt('2026-03-01T15:00:00.000Z')).toBe('2026-03-01')
  expect(dayAt('2026-03-02T06:59:59.999Z')).toBe('2026-03-01')
  expect(dayAt('2026-03-02T07:00:00.000Z')).toBe('2026-03-02')
  expect(dayAt('2026-03-02T15:00:00.000Z')).toBe('2026-03-03')
})

test('a move west does not repeat a day', () => {
  const calendar = { timeZone: 'Pacific/Pago_Pago', formerTimeZone: 'Pacific/Kiritimati', timeZoneChangedAt: '2026-03-01T09:59:00.000Z' }
  // In Kiritimati the first of March ends at 10:00 UTC; in Pago Pago it is 11 at night of 28 February.
  expect(accountDay('2026-03-01T09:59:59.999Z', calendar)).toBe('2026-03-01')
  expect(accountDay('2026-03-01T10:00:00.000Z', calendar)).toBe('2026-03-01')
  expect(accountDay('2026-03-02T11:00:00.000Z', calendar)).toBe('2026-03-02')
})

test('no sequence of time zone changes gains a day', () => {
  const zones = fc.constantFrom(
    'Pacific/Kiritimati',
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Kolkata',
    'Europe/Berlin',
    'UTC',
    'America/New_York',
    'America/Denver',
    'Pacific/Honolulu',
    'Pacific/Pago_Pago',
  )
  const moves = fc.array(fc.record({ after: fc.integer({ min: 1, max: 60 }), to: zones }), { maxLength: 20 })
  const start = '2026-10-20T00:00:00.000Z'
  fc.assert(
    fc.property(zones, moves, (from, plan) => {
      const events = ana(from)
      let account = fold(accountAggregate, events) as RegisteredAccount
      const days = [accountDay(start, account)]
      let now = start
      for (const { after, to } of plan) {
        for (let hour = 0; hour < after; hour++) {
          now = later(now, 1)
          days.push(accountDay(now, account))
        }
        try {
          account = changeSettings({ change: { timeZone: to }, now })(account).reduce(accountAggregate.evolve, account) as RegisteredAccount
        } catch (error) {
          expect(error).toEqual(new Rejection('timeZoneChangedLately'))
        }
        // The change itself does not change the day.
        expect(accountDay(now, account)).toBe(days.at(-1))
      }
      expect(days).toEqual([...days].sort())
      // No sequence of moves reaches a day that has not begun in the easternmost zone.
      expect((days.at(-1) ?? '') <= calendarDay(now, 'Pacific/Kiritimati')).toBe(true)
    }),
    {
      numRuns: 200,
      // A day of 25 hours: near its end, a change from its beginning is a day old, but the day is not over.
      examples: [
        [
          'Pacific/Kiritimati',
          [
            { after: 243, to: 'America/New_York' },
            { after: 49, to: 'Pacific/Kiritimati' },
            { after: 24, to: 'Europe/Berlin' },
          ],
        ],
      ],
    },
  )
})

test('phone numbers are accepted as people write them', () => {
  for (const phone of ['+1 303 555 0100', '(303) 555-0100', '303.555.0100', '303/555/0100 x12', '112 11', '+49 30 901820 ext. 7'])
    expect(phone).toMatch(phonePattern)
  for (const phone of ['', '1234', 'call me', '+1 303 555 0100 0100 0100', '<script>', '303-555-0100\n', '٣٠٣٥٥٥٠١٠٠'])
    expect(phone).not.toMatch(phonePattern)
})

test('hours of the day, and when a time zone can change again', () => {
  for (const time of ['00:00', '13:00', '23:59']) expect(time).toMatch(dailyEmailTimePattern)
  for (const time of ['24:00', '1:00', '13:60', '13:00:00', '']) expect(time).not.toMatch(dailyEmailTimePattern)
  expect(timeZoneChangeableFrom(null) <= noon).toBe(true)
  expect(timeZoneChangeableFrom(noon)).toBe('2026-03-02T13:00:00.000Z')
})
