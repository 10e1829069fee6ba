import { expect, test } from 'vitest'
import { shareBelow } from './normal-distribution.ts'

test.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [-1.2815515655446004, 0.1],
  [1.6448536269514722, 0.95],
  [-3, 0.0013498980316301],
  [5, 0.999999713348428],
])('below %d is a share of %d of the normal distribution', (z, share) => {
  expect(shareBelow(z)).toBeCloseTo(share, 14)
})

test('it never falls, and far out nothing is left', () => {
  expect([shareBelow(-40), shareBelow(40)]).toEqual([0, 1])
  const shares = Array.from({ length: 2_001 }, (_, step) => shareBelow(step / 100 - 10))
  // Except for floating-point error.
  expect(shares.slice(1).every((share, step) => share >= (shares[step] ?? 0) - 2e-15)).toBe(true)
})
