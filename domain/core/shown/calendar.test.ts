import { expect, test, vi } from 'vitest'
import { addDays, calendarDay, isTimeZone } from './calendar.ts'

test('the same instant can be another day elsewhere', () => {
  expect(calendarDay('2026-03-01T05:30:00.000Z', 'America/Denver')).toBe('2026-02-28')
  expect(calendarDay('2026-03-01T05:30:00.000Z', 'UTC')).toBe('2026-03-01')
  expect(calendarDay('2026-02-28T23:30:00.000Z', 'Pacific/Kiritimati')).toBe('2026-03-01')
})

test('days keep their length when the clocks change', () => {
  expect(calendarDay('2026-03-08T06:59:59.000Z', 'America/Denver')).toBe('2026-03-07')
  expect(calendarDay('2026-03-08T07:00:00.000Z', 'America/Denver')).toBe('2026-03-08')
  expect(calendarDay('2026-03-09T05:59:59.000Z', 'America/Denver')).toBe('2026-03-08')
  expect(calendarDay('2026-03-09T06:00:00.000Z', 'America/Denver')).toBe('2026-03-09')
})

test('the day follows from the instant, in any notation', () => {
  expect(calendarDay('2026-03-01T00:30:00.000+01:00', 'UTC')).toBe('2026-02-28')
  expect(calendarDay('2026-02-28T23:30:59Z', 'UTC')).toBe('2026-02-28')
})

test('a time zone is prepared once', () => {
  // In a zone that no other test uses, because tests share processes.
  const format = vi.spyOn(Intl, 'DateTimeFormat')
  for (const hour of ['01', '02', '23']) calendarDay(`2026-03-01T${hour}:00:00Z`, 'Antarctica/Troll')
  expect(format).toHaveBeenCalledTimes(1)
  format.mockRestore()
})

test('adding days crosses months and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

test('time zones are known by their names', () => {
  expect(isTimeZone('America/Denver')).toBe(true)
  expect(isTimeZone('Mars/Olympus')).toBe(false)
})
