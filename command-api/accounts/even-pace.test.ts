import { expect, test } from 'vitest'
import { atEvenPace, STEP_MILLISECONDS } from './even-pace.ts'

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await atEvenPace(work).catch(() => undefined)
  return performance.now() - start
}

test('work that ends at once takes its step of time, and so does work that fails', async () => {
  const times = await Promise.all([timeOf(async () => 'at once'), timeOf(() => Promise.reject(new Error('failed')))])
  // Timers of Node count whole milliseconds of a clock that is read now and then, and so may be early by some.
  expect(Math.min(...times)).toBeGreaterThan(0.9 * STEP_MILLISECONDS)
})

test('its result is that of the work', async () => {
  expect(await atEvenPace(async () => 'result')).toBe('result')
  await expect(atEvenPace(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})
