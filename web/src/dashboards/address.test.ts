import { expect, it } from 'vitest'
import { asOfIn, daysOfMonth, utcToday, withAsOf, withFilters } from './address.ts'

const at = (asOf: string) => asOfIn(new URLSearchParams({ asOf }), '2026-03-15')

it('reads the day from the URL, and treats invalid and future days as today', () => {
  expect(at('2026-03-14')).toEqual({ asOf: '2026-03-14' })
  for (const none of ['2026-03-15', '2026-03-16', '1999-12-31', '2026-13-01', 'yesterday', '']) expect(at(none)).toEqual({})
  expect(asOfIn(new URLSearchParams(), '2026-03-15')).toEqual({})
})

it("knows the UTC day, whatever the browser's time zone", () => {
  expect(utcToday(new Date('2026-03-14T23:30:00-05:00'))).toBe('2026-03-15')
})

it('keeps the day in URLs', () => {
  expect(withAsOf('/admin/revenue', {})).toBe('/admin/revenue')
  expect(withAsOf('/admin/revenue', { asOf: '2026-03-14' })).toBe('/admin/revenue?asOf=2026-03-14')
})

it('goes from the first of a month to its end, or to the day that is shown', () => {
  expect(daysOfMonth('2026-02', {}, '2026-03-15')).toEqual({ from: '2026-02-01', asOf: '2026-02-28' })
  expect(daysOfMonth('2026-03', {}, '2026-03-15')).toEqual({ from: '2026-03-01' })
  expect(daysOfMonth('2026-03', { asOf: '2026-03-10' }, '2026-03-15')).toEqual({ from: '2026-03-01', asOf: '2026-03-10' })
})

it('writes filters to the URL, leaves out defaults, and keeps the other parameters', () => {
  const usual = { state: '', month: '' }
  const search = new URLSearchParams('asOf=2026-11-01&state=missed')
  expect(withFilters(search, { state: '', month: '2026-10' }, usual).toString()).toBe('asOf=2026-11-01&month=2026-10')
  expect(withFilters(search, { month: '2026-10' }, usual).toString()).toBe('asOf=2026-11-01&state=missed&month=2026-10')
})
