import { expect, it } from 'vitest'
import { agoOf, durationOf, shareRange, tenthsOf } from './words.ts'

it('formats ranges of shares and places on a scale', () => {
  expect(shareRange({ low: 0.612, high: 0.808 })).toBe('61 to 81%')
  expect([0.44, -0.02, -1.25].map(tenthsOf)).toEqual(['0.4', '0.0', '−1.3'])
})

it.each([
  [0, '0 s'],
  [45, '45 s'],
  [90, '2 min'],
  [3_600, '1 h'],
  [12_000, '3 h 20 min'],
])('says %d seconds that have come together', (seconds, words) => {
  expect(durationOf(seconds)).toBe(words)
})

const now = Date.parse('2026-03-10T12:00:00.000Z')

it.each([
  ['2026-03-10T12:00:30.000Z', 'just now'],
  ['2026-03-10T11:58:30.000Z', 'just now'],
  ['2026-03-10T11:58:00.000Z', '2 minutes ago'],
  ['2026-03-10T11:00:01.000Z', '59 minutes ago'],
  ['2026-03-10T11:00:00.000Z', '1 hour ago'],
  ['2026-03-09T12:00:01.000Z', '23 hours ago'],
  ['2026-03-09T12:00:00.000Z', '1 day ago'],
  ['2026-02-25T00:00:00.000Z', '13 days ago'],
])('what was at %s was %s', (instant, words) => {
  expect(agoOf(instant, now)).toBe(words)
})
