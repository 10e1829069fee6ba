import { expect, it } from 'vitest'
import { nearest } from './readable-points.tsx'

const points = [
  { x: 0, y: 0 },
  { x: 0, y: 20 },
  { x: 10, y: 0 },
]

it('finds the point that is nearest, or nearest sideways', () => {
  expect(nearest(points, 1, 19)).toBe(1)
  expect(nearest(points, 9, 8)).toBe(2)
  expect(nearest(points, 9, null)).toBe(2)
  expect(nearest(points, -50, null)).toBe(0)
  expect(nearest([], 3, 4)).toBe(0)
})
