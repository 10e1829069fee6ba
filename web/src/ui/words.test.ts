import { expect, it } from 'vitest'
import { durationOf, shareRange, tenthsOf } from './words.ts'

it('says ranges of shares and places of a scale', () => {
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
