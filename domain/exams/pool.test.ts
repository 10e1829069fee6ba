import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { drawUpPool, type ExamPoolEvent, examPoolAggregate, isWhole, MOST_ITEMS_AN_EVENT, type PoolItem } from './pool.ts'

const poolId = '00000000-0000-4000-8000-0000000000f0'
const item = (n: number): PoolItem => ({
  questionId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  questionVersion: 1,
  module: 'Trauma',
  set: null,
  domain: 'Trauma',
  isJudgment: false,
  difficulty: 0,
  discrimination: 1,
  standardError: 0.75,
  isPilot: false,
})
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index))
const drawUp = (count: number) => drawUpPool({ poolId, calibrationId: null, items: items(count) })
const part = (part: number, of: number, items: PoolItem[]): ExamPoolEvent => ({
  type: 'ExamPoolDrawnUp',
  data: { poolId, calibrationId: null, part, of, items },
})

test('a pool is drawn up once', () => {
  given(examPoolAggregate, [])
    .when(drawUp(2))
    .emits([part(1, 1, items(2))])
  given(examPoolAggregate, [part(1, 1, items(2))])
    .when(drawUp(2))
    .emits([])
})

test('a pool of any size is complete after its parts, with all items in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 * MOST_ITEMS_AN_EVENT + 2 }), (count) => {
      let state = examPoolAggregate.initial
      for (let events = drawUp(count)(state); events.length > 0; events = drawUp(count)(state)) {
        expect(isWhole(state)).toBe(false)
        state = fold(examPoolAggregate, events, state)
      }
      expect(isWhole(state)).toBe(true)
      expect(state.items).toEqual(items(count))
    }),
    { numRuns: 10 },
  )
})
