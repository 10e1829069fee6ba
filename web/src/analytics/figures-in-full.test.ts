import { expect, it } from 'vitest'
import { yearDays } from './figures-in-full.tsx'

it('fills in days without an answer, across the end of a month', () => {
  expect(yearDays({ from: '2025-10-30', to: '2025-11-02', days: [{ date: '2025-11-01', answered: 7 }] })).toEqual([
    { date: '2025-10-30', count: 0 },
    { date: '2025-10-31', count: 0 },
    { date: '2025-11-01', count: 7 },
    { date: '2025-11-02', count: 0 },
  ])
})
