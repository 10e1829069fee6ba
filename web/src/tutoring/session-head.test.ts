import { expect, it } from 'vitest'
import { calendarFile } from './session-head.tsx'

const session = {
  uid: 'session-1',
  startsAt: '2027-06-01T15:00:00.000Z',
  endsAt: '2027-06-01T16:00:00.000Z',
  title: 'Tutoring with Mia',
  place: 'Library, room 2; ask at the desk',
}

it('writes a session in the iCalendar format', () => {
  expect(calendarFile(session, '2027-05-01T10:20:30.456Z').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//MedicReady//Tutoring//EN',
    'BEGIN:VEVENT',
    'UID:session-1',
    'DTSTAMP:20270501T102030Z',
    'DTSTART:20270601T150000Z',
    'DTEND:20270601T160000Z',
    'SUMMARY:Tutoring with Mia',
    'LOCATION:Library\\, room 2\\; ask at the desk',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
  expect(calendarFile({ ...session, place: null }, '2027-05-01T10:20:30.456Z')).not.toContain('LOCATION')
})

it('folds long lines without splitting a character', () => {
  const lines = calendarFile({ ...session, place: `https://meet.example.com/${'é'.repeat(80)}` }, '2027-05-01T10:20:30.456Z').split('\r\n')
  expect(lines.every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
  expect(lines.join('\n').replaceAll('\n ', '')).toContain(`LOCATION:https://meet.example.com/${'é'.repeat(80)}`)
})
