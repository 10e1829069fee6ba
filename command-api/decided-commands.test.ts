import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DecidedCommands } from './commands.ts'

const event = (n: number) => ({ type: 'Counted', data: { n } })

function decidedIn(count: number) {
  const decided = new DecidedCommands()
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const [n, id] of ids.entries()) decided.add(id, BigInt(n), event(n))
  return { decided, ids }
}

test('for a short stream every command and its events are remembered', () => {
  const { decided, ids } = decidedIn(200)
  for (const [n, id] of ids.entries()) expect(decided.find(id)).toEqual([event(n)])
  for (let n = 0; n < 1_000; n++) expect(decided.find(randomUUID())).toBeNull()
})

test('of 10,000 commands, the latest are remembered with their events, and older ones only as possibly decided', () => {
  const { decided, ids } = decidedIn(10_000)
  const found = ids.map((id) => decided.find(id))
  expect(found.filter((each) => each === 'forgotten')).toHaveLength(10_000 - 256)
  expect(found.slice(-256)).toEqual(Array.from({ length: 256 }, (_, n) => [event(10_000 - 256 + n)]))
})

test('none of them is ever considered new, and few new ones are considered old', () => {
  const { decided, ids } = decidedIn(10_000)
  expect(ids.filter((id) => decided.find(id) === null)).toEqual([])
  const mistaken = Array.from({ length: 10_000 }, () => decided.find(randomUUID())).filter((each) => each !== null)
  expect(mistaken.length).toBeLessThan(100)
})

test('all events of a command are assigned to it, and reading the same part of the stream again changes nothing', () => {
  const decided = new DecidedCommands()
  for (let again = 0; again < 2; again++) {
    decided.add('one', 0n, event(0))
    decided.add('one', 1n, event(1))
    decided.add('other', 2n, event(2))
  }
  expect(decided.find('one')).toEqual([event(0), event(1)])
  expect(decided.find('other')).toEqual([event(2)])
})
