import { expect, test } from 'vitest'
import { atEvenPace } from './even-pace.ts'

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await atEvenPace(work).catch(() => undefined)
  return performance.now() - start
}

test('work that ends at once takes its step of time, and so does work that fails', async () => {
  const times = await Promise.all([timeOf(async () => 'at once'), timeOf(() => Promise.reject(new Error('failed')))])
  // Timers of Node may be a millisecond early.
  expect(Math.min(...times)).toBeGreaterThanOrEqual(99)
})

test('its result is that of the work', async () => {
  expect(await atEvenPace(async () => 'result')).toBe('result')
  await expect(atEvenPace(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})
