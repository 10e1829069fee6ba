import { OwnAvailability } from '@medicready/domain/contract/tutoring/tutoring'
import { describe, expect, it } from 'vitest'
import {
  type AvailabilityDraft,
  faultsOf,
  hoursOf,
  isSound,
  nextRange,
  rangesOn,
  timeOfDayInWords,
  timesOfDay,
  withDay,
} from './availability-editor.tsx'

const draft: AvailabilityDraft = {
  timeZone: 'America/New_York',
  weekly: [
    { weekday: 1, from: '09:00', to: '12:00' },
    { weekday: 3, from: '18:00', to: '24:00' },
  ],
  exceptions: [{ date: '2027-06-07', hours: [] }],
}

describe('the hours of a tutor', () => {
  it('are valid if the server accepts them', () => {
    expect(isSound(faultsOf(draft))).toBe(true)
    expect(OwnAvailability.parse(draft)).toEqual(draft)
    expect(hoursOf(draft.weekly)).toBe(9)
  })

  it('show an error at the wrong day', () => {
    const weekly = withDay(draft.weekly, 3, [
      { from: '10:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ])
    expect(Object.keys(faultsOf({ ...draft, weekly }).days)).toEqual(['3'])
    expect(OwnAvailability.safeParse({ ...draft, weekly }).success).toBe(false)
  })

  it('are at least five a week', () => {
    expect(faultsOf({ ...draft, weekly: withDay(draft.weekly, 3, []) }).week).toBe(
      'Tutors offer at least five hours a week. Please add more hours.',
    )
  })

  it('have each exception once, with its day', () => {
    const exceptions = [...draft.exceptions, { date: '2027-06-07', hours: [] }, { date: '', hours: [] }]
    expect(faultsOf({ ...draft, exceptions }).exceptions).toEqual({
      1: 'Please name each day once',
      2: 'Please enter a date, such as 2027-06-15',
    })
    expect(OwnAvailability.safeParse({ ...draft, exceptions }).success).toBe(false)
  })
})

it('adds a range after the last one, within the day', () => {
  expect(nextRange([])).toEqual({ from: '09:00', to: '12:00' })
  expect(nextRange([{ from: '09:00', to: '12:30' }])).toEqual({ from: '13:30', to: '16:30' })
  expect(nextRange([{ from: '09:00', to: '21:00' }])).toEqual({ from: '22:00', to: '24:00' })
})

it('formats times as people do, and keeps those between half hours', () => {
  expect(['00:00', '00:30', '09:15', '12:00', '13:30', '24:00'].map(timeOfDayInWords)).toEqual([
    '12:00 AM',
    '12:30 AM',
    '9:15 AM',
    '12:00 PM',
    '1:30 PM',
    'midnight',
  ])
  expect(timesOfDay('09:00')).toHaveLength(49)
  expect(timesOfDay('09:15')).toHaveLength(50)
})

it('changes one day of a week and leaves the others', () => {
  expect(rangesOn(withDay(draft.weekly, 2, [{ from: '08:00', to: '09:00' }]), 1)).toEqual([{ from: '09:00', to: '12:00' }])
})
