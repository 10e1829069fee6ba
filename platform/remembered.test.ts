import { expect, test } from 'vitest'
import { Remembered } from './remembered.ts'

test('a remembered value is read once for all callers, and again after a change', async () => {
  let changes = 0
  let reads = 0
  const remembered = new Remembered(
    async () => changes,
    async () => ++reads,
  )
  expect(await Promise.all([remembered.current(), remembered.current()])).toEqual([1, 1])
  expect(await remembered.current()).toBe(1)
  changes = 1
  expect(await remembered.current()).toBe(2)
})

test('a failed read is tried again', async () => {
  let reads = 0
  const remembered = new Remembered(
    async () => 0,
    async () => {
      if (++reads === 1) throw new Error('down')
      return reads
    },
  )
  await expect(remembered.current()).rejects.toThrow('down')
  expect(await remembered.current()).toBe(2)
})
