import { expect, test } from 'vitest'
import { totalsOf } from './review-requests-page.tsx'

test('adds up the days and lists the most frequent reasons first', () => {
  const day = { date: '2026-03-01', attempts: 5, accepted: 2, calls: 9, cost: 0.25 }
  const totals = totalsOf([
    { ...day, rejected: [{ reason: 'lint', count: 1 }] },
    {
      ...day,
      rejected: [
        { reason: 'near_duplicate', count: 4 },
        { reason: 'lint', count: 2 },
      ],
    },
  ])
  expect(totals).toEqual({
    attempts: 10,
    accepted: 4,
    calls: 18,
    cost: 0.5,
    rejected: [
      { reason: 'near_duplicate', count: 4 },
      { reason: 'lint', count: 3 },
    ],
  })
  expect(totalsOf([])).toEqual({ attempts: 0, accepted: 0, calls: 0, cost: 0, rejected: [] })
})
