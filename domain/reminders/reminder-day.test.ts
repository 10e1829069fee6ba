import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import {
  type DropReason,
  dropReasons,
  dueDailyEmail,
  isDailyEmailDue,
  noteDailyEmail,
  type ReminderDayEvent,
  reminderDayAggregate,
} from './reminder-day.ts'

const day = { userId: '00000000-0000-4000-8000-000000000001', date: '2026-03-01' }
const [noon, evening] = ['2026-03-01T12:00:00.000Z', '2026-03-01T18:00:00.000Z'] as const
const due = (at: string): ReminderDayEvent & { type: 'DailyEmailDue' } => ({ type: 'DailyEmailDue', data: { ...day, at, cause: 'time' } })
const sent: ReminderDayEvent & { type: 'DailyEmailSent' } = { type: 'DailyEmailSent', data: { ...day, questionIds: [] } }
const dropped = (reason: DropReason): ReminderDayEvent & { type: 'DailyEmailDropped' } => ({
  type: 'DailyEmailDropped',
  data: { ...day, reason },
})

test('the daily email is due once a day, and again only if it was moved to a later time', () => {
  given(reminderDayAggregate, [])
    .when(dueDailyEmail(due(noon).data))
    .emits([due(noon)])
  for (const became of [[], [sent], ...dropReasons.filter((reason) => reason !== 'moved').map((reason) => [dropped(reason)])])
    given(reminderDayAggregate, [due(noon), ...became])
      .when(dueDailyEmail(due(evening).data))
      .emits([])
  given(reminderDayAggregate, [due(noon), dropped('moved')])
    .when(dueDailyEmail(due(evening).data))
    .emits([due(evening)])
})

test('it is sent or dropped once', () => {
  for (const became of [sent, dropped('dayOver')]) {
    given(reminderDayAggregate, [due(noon)])
      .when(noteDailyEmail(noon, became))
      .emits([became])
    given(reminderDayAggregate, [due(noon), became])
      .when(noteDailyEmail(noon, sent))
      .emits([])
    given(reminderDayAggregate, []).when(noteDailyEmail(noon, became)).emits([])
  }
})

test('an email that was due before the move is not sent afterward', () => {
  const moved = [due(noon), dropped('moved'), due(evening)]
  given(reminderDayAggregate, moved).when(noteDailyEmail(noon, sent)).emits([])
  expect(isDailyEmailDue(fold(reminderDayAggregate, moved), noon)).toBe(false)
  expect(isDailyEmailDue(fold(reminderDayAggregate, moved), evening)).toBe(true)
})
