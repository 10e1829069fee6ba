import { expect, test } from 'vitest'
import { SharedQuery } from './shared-query.ts'

interface Row {
  readonly owner: string
  readonly number: number
}

/** A query that returns when the test says so. */
function manualQuery() {
  const asked: { userIds: readonly string[]; answer: (rows: Row[]) => void; fail: (error: Error) => void }[] = []
  const shared = new SharedQuery<Row>(
    (userIds) => new Promise((answer, fail) => asked.push({ userIds, answer, fail })),
    ({ owner }) => owner,
  )
  return { asked, shared }
}

test('a single reader is queried at once, and those who arrive meanwhile share the next query', async () => {
  const { asked, shared } = manualQuery()
  const first = shared.of('a')
  const rest = ['c', 'd', 'c'].map((userId) => shared.of(userId))
  expect(asked.map(({ userIds }) => userIds)).toEqual([['a']])
  asked[0]?.answer([{ owner: 'a', number: 1 }])
  expect(await first).toEqual([{ owner: 'a', number: 1 }])
  await expect.poll(() => asked.map(({ userIds }) => userIds)).toEqual([['a'], ['c', 'd']])
  asked[1]?.answer([
    { owner: 'd', number: 2 },
    { owner: 'c', number: 3 },
    { owner: 'd', number: 4 },
  ])
  expect(await Promise.all(rest)).toEqual([
    [{ owner: 'c', number: 3 }],
    [
      { owner: 'd', number: 2 },
      { owner: 'd', number: 4 },
    ],
    [{ owner: 'c', number: 3 }],
  ])
})

test('a reader who arrives after all were answered is queried at once again', async () => {
  const { asked, shared } = manualQuery()
  const first = shared.of('a')
  asked[0]?.answer([])
  expect(await first).toEqual([])
  const second = shared.of('b')
  expect(asked.map(({ userIds }) => userIds)).toEqual([['a'], ['b']])
  asked[1]?.answer([{ owner: 'b', number: 1 }])
  expect(await second).toEqual([{ owner: 'b', number: 1 }])
})

test('a second request for the same person during a query gets the result of a later one', async () => {
  const { asked, shared } = manualQuery()
  const before = shared.of('a')
  const after = shared.of('a')
  asked[0]?.answer([{ owner: 'a', number: 1 }])
  await before
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer([{ owner: 'a', number: 2 }])
  expect(await after).toEqual([{ owner: 'a', number: 2 }])
})

test('a failed query is reported to everyone in it, and the next one runs anyway', async () => {
  const { asked, shared } = manualQuery()
  const alone = expect(shared.of('a')).rejects.toThrow('away')
  const together = ['b', 'c'].map((userId) => expect(shared.of(userId)).rejects.toThrow('away'))
  asked[0]?.fail(new Error('away'))
  await alone
  await expect.poll(() => asked.length).toBe(2)
  const next = shared.of('c')
  asked[1]?.fail(new Error('away'))
  await Promise.all(together)
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.answer([{ owner: 'c', number: 1 }])
  expect(await next).toEqual([{ owner: 'c', number: 1 }])
})
