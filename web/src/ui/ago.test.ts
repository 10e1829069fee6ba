import { expect, it } from 'vitest'
import { agoOf } from './ago.ts'

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
