import { expect, it } from 'vitest'
import { nearestSpot } from './further-kinds.tsx'

it('finds the place closest to a press, or none if all are too far', () => {
  const spots = [
    { id: 'a', x: 10, y: 50 },
    { id: 'b', x: 20, y: 50 },
  ]
  const size = { width: 400, height: 100 }
  expect(nearestSpot(spots, { x: 45, y: 55 }, size)?.id).toBe('a')
  expect(nearestSpot(spots, { x: 100, y: 20 }, size)?.id).toBe('b')
  expect(nearestSpot(spots, { x: 300, y: 50 }, size)).toBeNull()
  expect(nearestSpot([], { x: 0, y: 0 }, size)).toBeNull()
})
