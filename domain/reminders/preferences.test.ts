import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { changeReminders, type ReminderPreferenceEvent, reminderPreferencesAggregate } from './preferences.ts'
import { DEFAULT_REMINDERS, isQuiet, type Reminders } from './shown/rules.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const changed = (to: Partial<Reminders>): ReminderPreferenceEvent => ({
  type: 'RemindersChanged',
  data: { userId, ...DEFAULT_REMINDERS, ...to },
})

test('a change keeps everything else as it was', () => {
  given(reminderPreferencesAggregate, [])
    .when(changeReminders(userId, { mail: { streak: true } }))
    .emits([changed({ mail: { streak: true, reviews: false, sessions: true } })])
  const before = changed({ mail: { streak: true, reviews: false, sessions: true }, quietHours: null })
  given(reminderPreferencesAggregate, [before])
    .when(changeReminders(userId, { push: { reviews: false }, quietHours: { from: '13:00', until: '14:00' } }))
    .emits([
      changed({
        mail: { streak: true, reviews: false, sessions: true },
        push: { ...DEFAULT_REMINDERS.push, reviews: false },
        quietHours: { from: '13:00', until: '14:00' },
      }),
    ])
  expect(fold(reminderPreferencesAggregate, [before]).mail.streak).toBe(true)
})

test('equal values change nothing, and removed quiet hours are a change', () => {
  for (const change of [{}, { mail: {} }, DEFAULT_REMINDERS, { push: { streak: true } }])
    given(reminderPreferencesAggregate, []).when(changeReminders(userId, change)).emits([])
  given(reminderPreferencesAggregate, [])
    .when(changeReminders(userId, { quietHours: null }))
    .emits([changed({ quietHours: null })])
  given(reminderPreferencesAggregate, [changed({ quietHours: null })])
    .when(changeReminders(userId, { quietHours: null }))
    .emits([])
})

test.each([
  ['21:59', false],
  ['22:00', true],
  ['23:59', true],
  ['00:00', true],
  ['06:59', true],
  ['07:00', false],
])('across midnight, quiet hours include %s: %s', (time, quiet) => {
  expect(isQuiet(time, { from: '22:00', until: '07:00' })).toBe(quiet)
})

test.each([
  ['12:59', false],
  ['13:00', true],
  ['14:00', false],
])('within a day, quiet hours include %s: %s', (time, quiet) => {
  expect(isQuiet(time, { from: '13:00', until: '14:00' })).toBe(quiet)
  expect(isQuiet(time, null)).toBe(false)
})
