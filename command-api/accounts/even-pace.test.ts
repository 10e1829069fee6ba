import { expect, test } from 'vitest'
import { atEvenPace, STEP_MILLISECONDS } from './even-pace.ts'

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await atEvenPace(work).catch(() => undefined)
  return performance.now() - start
}

test('work that ends or fails early still takes a full time step', async () => {
  const times = await Promise.all([timeOf(async () => 'at once'), timeOf(() => Promise.reject(new Error('failed')))])
  // Node's timers count whole milliseconds of a cached clock, so they may fire slightly early.
  expect(Math.min(...times)).toBeGreaterThan(0.9 * STEP_MILLISECONDS)
})

test('the result is that of the work', async () => {
  expect(await atEvenPace(async () => 'result')).toBe('result')
  await expect(atEvenPace(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})
