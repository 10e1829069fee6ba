import type { SystemState } from '@medicready/domain/contract/admin/system'
import { expect, test } from 'vitest'
import { callsBetween, type Moment, secondsWithin, withAnswer, workOfLastMinute } from './live-charts.tsx'

const answer = (second: number, { calls = 0, slow = 0, startedAt = '2026-03-01T00:00:00.000Z' }): SystemState => ({
  at: new Date(Date.UTC(2026, 2, 1, 12) + 1_000 * second).toISOString(),
  services: [
    {
      name: 'read-api',
      state: 'ready',
      version: '1',
      startedAt,
      load: { cpuSeconds: second / 4, eventLoopSeconds: 0.01, stores: [], waits: { count: second, seconds: second / 100 } },
    },
  ],
  calls: [
    {
      service: 'read-api',
      method: 'GET',
      route: '/api/cards',
      calls: calls + slow,
      failed: slow,
      seconds: 0.05 * calls + 9 * slow,
      within: [
        [0.01, 0],
        [0.1, calls],
      ],
    },
  ],
  readModels: [],
  reactions: [],
  jobs: [],
  generator: { state: 'off', model: null },
  mail: { deferred: 0, parked: 0 },
  stoppedAddresses: [],
  reconciliation: null,
})

const momentsOf = (...answers: readonly SystemState[]) => answers.reduce<readonly Moment[]>(withAnswer, [])

test('what a service does is the difference between answers of the same process', () => {
  const [first, second] = [answer(0, { calls: 1_000 }), answer(20, { calls: 1_098, slow: 2 })]
  expect(workOfLastMinute('read-api', momentsOf(first, second))).toMatchObject({
    callsPerSecond: 5,
    failedPerSecond: 0.1,
    processors: 0.25,
  })
  const other = answer(25, { calls: 7, startedAt: '2026-03-01T11:00:00.000Z' })
  expect(workOfLastMinute('read-api', momentsOf(first, second, other))).toBeNull()
  const moments = momentsOf(first, second, other, answer(30, { calls: 1_128, slow: 2 }))
  expect(moments.map(({ work }) => work.get('read-api')?.callsPerSecond)).toEqual([undefined, 5, undefined, 3])
})

test('a percentile lies between the bounds that hold it, and beyond the last one it is unknown', () => {
  const calls = callsBetween(answer(0, {}), answer(5, { calls: 98, slow: 2 }))
  expect(secondsWithin(calls, 0.49)).toBeCloseTo(0.055)
  expect(secondsWithin(calls, 0.99)).toBeNull()
  expect(secondsWithin([], 0.5)).toBeNull()
})

test('answers are kept once each, for 15 minutes', () => {
  const times = momentsOf(...[0, 5, 5, 904].map((second) => answer(second, {}))).map(({ system }) => system.at.slice(11, 19))
  expect(times).toEqual(['12:00:05', '12:15:04'])
})
