import { Rejection } from '@medicready/domain/refusals/rejection'
import { expect, test } from 'vitest'
import { HashingQueue, type Lane } from './hashing-queue.ts'

/** Work that ends when the test says so, in the order of starting. */
function heldWork(queue: HashingQueue) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  return {
    begun,
    refused,
    ask: (lane: Lane, name: string) =>
      void queue
        .run(lane, () => {
          begun.push(name)
          return new Promise<void>((resolve) => ends.push(resolve))
        })
        .catch((error: unknown) => {
          if (!(error instanceof Rejection) || error.code !== 'busy' || error.retryAfterSeconds === null) throw error
          refused.push(name)
        }),
    /** Ends the oldest work and lets the waiting callers react. */
    endOne: async () => {
      ends.shift()?.()
      await new Promise(setImmediate)
    },
  }
}

test('a limited number run at once, and the others wait in order', async () => {
  const { ask, begun, endOne } = heldWork(new HashingQueue({ atOnce: 2 }))
  for (const name of ['a', 'b', 'c', 'd']) ask('signIn', name)
  await new Promise(setImmediate)
  expect(begun).toEqual(['a', 'b'])
  await endOne()
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('excess registrations are refused, and sign-ins still get their turn', async () => {
  const queue = new HashingQueue({ atOnce: 1 })
  const { ask, refused, begun, endOne } = heldWork(queue)
  for (let n = 0; n < 20_000; n++) ask('registration', `flood ${n}`)
  await new Promise(setImmediate)
  expect(refused).toHaveLength(20_000 - 65)
  expect(() => queue.refuseIfFull('registration')).toThrow('busy')
  expect(() => queue.refuseIfFull('signIn')).not.toThrow()
  for (let n = 0; n < 200; n++) ask('signIn', `honest ${n}`)
  for (let n = 0; n < 251; n++) await endOne()
  expect(begun.filter((name) => name.startsWith('honest'))).toHaveLength(200)
})

test('an idle lane does not save up turns, and failed work frees its slot', async () => {
  const { ask, begun, endOne } = heldWork(new HashingQueue({ atOnce: 1 }))
  for (let n = 0; n < 20; n++) ask('signIn', 'signIn')
  for (let n = 0; n < 10; n++) await endOne()
  for (let n = 0; n < 20; n++) ask('known', 'known')
  for (let n = 0; n < 10; n++) await endOne()
  expect(begun.slice(-10).filter((name) => name === 'known').length).toBeLessThanOrEqual(6)

  const queue = new HashingQueue({ atOnce: 1 })
  await expect(queue.run('signIn', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  expect(await queue.run('signIn', async () => 'next')).toBe('next')
  expect(queue.figuresOf('signIn')).toEqual({ waiting: 0, hashed: 2 })
})
