import { expect, it } from 'vitest'
import { alsoIn, clocksOf, dayInFull, spanIn } from './session-times.ts'

const session = { startsAt: '2027-06-01T15:00:00.000Z', endsAt: '2027-06-01T16:00:00.000Z' }

it('says a session on the clocks of a zone', () => {
  expect(spanIn(session, 'America/Chicago')).toBe('Tue, Jun 1, 2027, 10:00 AM to 11:00 AM')
  expect(dayInFull(session.startsAt, 'America/Chicago')).toBe('Tuesday, June 1')
  expect(clocksOf('America/New_York')).toBe('New York time')
  expect(clocksOf('UTC')).toBe('UTC')
})

it('shows the time in other zones, with the day if it differs, and nothing if they agree', () => {
  expect(alsoIn(session, 'America/Chicago', 'America/New_York')).toBe('11:00 AM New York time')
  expect(alsoIn(session, 'America/Chicago', 'Australia/Sydney')).toBe('1:00 AM Sydney time on Wednesday, June 2')
  expect(alsoIn(session, 'America/Chicago', 'America/Winnipeg')).toBeNull()
})
