import { expect, it } from 'vitest'
import { monthsUpTo } from './filters.tsx'

it('goes back month by month, across the turn of a year and from the end of a long month', () => {
  expect(monthsUpTo('2026-03-31', 5)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12', '2025-11'])
})
