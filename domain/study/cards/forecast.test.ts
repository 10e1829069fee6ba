import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadOver } from './card.ts'

test('reviews that do not fit into a day move to the following days', () => {
  expect(spreadOver([12, 0, 1, 0], () => 5)).toEqual([5, 5, 3, 0])
  expect(spreadOver([12, 0, 1], () => Number.POSITIVE_INFINITY)).toEqual([12, 0, 1])
  expect(spreadOver([3, 4], (index) => (index === 0 ? 0 : 5))).toEqual([0, 5])
})

test('no day exceeds its room, and none is idle while reviews wait', () =>
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), fc.nat({ max: 8 }), (due, room) => {
      const done = spreadOver(due, () => room)
      let waiting = 0
      for (const [index, count] of due.entries()) {
        waiting += count
        expect(done[index]).toBe(Math.min(waiting, room))
        waiting -= done[index] ?? 0
      }
    }),
  ))
