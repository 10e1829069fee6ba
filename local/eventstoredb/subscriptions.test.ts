import {
  type AllStreamSubscription,
  binaryEvent,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { describe, expect, inject, it, vi } from 'vitest'
import { collect } from './testing/collect.ts'
import { events, fresh, happened, ownEventStore } from './testing/own-event-store.ts'

/** EventStoreDB says from 24.2 on when a subscriber has caught up. */
const standInAlone = describe.runIf(inject('eventStoreIsStandIn'))

const { client } = await ownEventStore()

/** What arrives at a subscription to `$all`, in the order of its arrival. */
function listen(options: { fromPosition?: Position | typeof START | typeof END; filter?: Filter } = {}) {
  const heard: string[] = []
  const positions: bigint[] = []
  const subscription = client.subscribeToAll(options)
  subscription
    .on('confirmation', () => heard.push('confirmation'))
    .on('caughtUp', () => heard.push('caughtUp'))
    .on('fellBehind', () => heard.push('fellBehind'))
    .on('error', (error) => heard.push(String(error)))
    .on('data', ({ event }) => {
      heard.push(`${event?.streamId}@${event?.revision}`)
      positions.push(event?.position.commit ?? -1n)
    })
  return { heard, positions, subscription }
}

async function lastPosition(): Promise<Position> {
  const { position } = await client.appendToStream(fresh('marker'), happened(0))
  if (position === undefined) throw new Error('no position')
  return position
}

async function positionsBehind({ commit, prepare }: Position): Promise<bigint[]> {
  const read = await collect(client.readAll({ fromPosition: { commit: commit + 1n, prepare: prepare + 1n } }))
  return read.map(({ event }) => event?.position.commit ?? -1n)
}

standInAlone('the stand-in alone: a subscription to $all', () => {
  it('confirms, sends existing events, says that it caught up, and continues live', async () => {
    const [stream, fromPosition] = [fresh(), await lastPosition()]
    await client.appendToStream(stream, events(2))
    const { heard, subscription } = listen({ fromPosition })
    await vi.waitFor(() => expect(heard).toEqual(['confirmation', `${stream}@0`, `${stream}@1`, 'caughtUp']), 60_000)
    await client.appendToStream(stream, happened(2))
    await vi.waitFor(() => expect(heard.at(-1)).toBe(`${stream}@2`), 60_000)
    await subscription.unsubscribe()
  })

  it('from the end sends only new events', async () => {
    const stream = fresh()
    const { heard, subscription } = listen({ fromPosition: END })
    await vi.waitFor(() => expect(heard).toEqual(['confirmation', 'caughtUp']), 60_000)
    await client.appendToStream(stream, happened(0))
    await vi.waitFor(() => expect(heard).toEqual(['confirmation', 'caughtUp', `${stream}@0`]), 60_000)
    await subscription.unsubscribe()
  })

  it('neither loses nor repeats an event while others append, wherever it begins', async () => {
    const fromPosition = await lastPosition()
    await client.appendToStream(fresh(), events(3_000))
    let appending = true
    const writers = Array.from({ length: 4 }, async () => {
      const stream = fresh()
      for (let n = 0; n < 150; n++) await client.appendToStream(stream, events(1 + (n % 7)))
    })
    const listeners: ReturnType<typeof listen>[] = []
    const arriving = (async () => {
      while (appending && listeners.length < 10) {
        listeners.push(listen({ fromPosition }))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await Promise.all(writers)
    appending = false
    await arriving
    const expected = await positionsBehind(fromPosition)
    for (const { positions, subscription } of listeners) {
      await vi.waitFor(() => expect(positions.length).toBeGreaterThanOrEqual(expected.length), 60_000)
      expect(positions).toEqual(expected)
      await subscription.unsubscribe()
    }
  })

  it('resumes after any event that it sent', async () => {
    const fromPosition = await lastPosition()
    await client.appendToStream(fresh(), events(20))
    const expected = await positionsBehind(fromPosition)
    for (const [index, position] of expected.slice(0, -1).entries()) {
      const subscription = client.subscribeToAll({ fromPosition: { commit: position, prepare: position } })
      const rest = await collect(subscription, ({ length }) => length === expected.length - index - 1)
      expect(rest.map(({ event }) => event?.position.commit)).toEqual(expected.slice(index + 1))
      await subscription.unsubscribe()
    }
  })

  it('pauses for a stalled subscriber, and then continues where it was', async () => {
    const fromPosition = await lastPosition()
    const subscription: AllStreamSubscription = client.subscribeToAll({ fromPosition })
    const said: string[] = []
    subscription.on('caughtUp', () => said.push('caughtUp')).on('fellBehind', () => said.push('fellBehind'))
    const iterator = subscription[Symbol.asyncIterator]()
    await client.appendToStream(fresh(), happened(0))
    const first = await iterator.next()
    expect(said).toEqual(['caughtUp'])

    // Far more than all the buffers on the way hold.
    const large = () => binaryEvent({ type: 'Large', data: Buffer.alloc(20_000) })
    for (let n = 0; n < 50; n++) await client.appendToStream(fresh(), Array.from({ length: 50 }, large))
    const expected = await positionsBehind(fromPosition)
    const positions = [first.value.event?.position.commit]
    while (positions.length < expected.length) positions.push((await iterator.next()).value.event?.position.commit)
    expect(positions).toEqual(expected)
    expect(said.slice(0, 2)).toEqual(['caughtUp', 'fellBehind'])
    await client.appendToStream(fresh(), happened(0))
    await iterator.next()
    expect(said).toEqual(['caughtUp', 'fellBehind', 'caughtUp'])
    await subscription.unsubscribe()
  })

  it('may be one of very many', async () => {
    const stream = fresh()
    const listeners = Array.from({ length: 200 }, () => listen({ fromPosition: END }))
    await vi.waitFor(() => expect(listeners.every(({ heard }) => heard.includes('caughtUp'))).toBe(true), 60_000)
    for (let n = 0; n < 20; n++) await client.appendToStream(stream, happened(n))
    const expected = ['confirmation', 'caughtUp', ...Array.from({ length: 20 }, (_, n) => `${stream}@${n}`)]
    await vi.waitFor(() => expect(listeners.every(({ heard }) => heard.length >= expected.length)).toBe(true), 60_000)
    for (const { heard, subscription } of listeners) {
      expect(heard).toEqual(expected)
      await subscription.unsubscribe()
    }
  })
})

standInAlone('the stand-in alone: a subscription to a stream', () => {
  const heardFrom = async (
    stream: string,
    fromRevision: bigint | typeof START | typeof END,
    count: number,
    meanwhile?: () => Promise<unknown>,
  ) => {
    const subscription = client.subscribeToStream(stream, { fromRevision })
    if (meanwhile !== undefined) subscription.once('caughtUp', () => void meanwhile())
    const heard = await collect(subscription, ({ length }) => length === count)
    await subscription.unsubscribe()
    return heard.map(({ event }) => Number(event?.revision))
  }

  it('starts at the beginning, after a revision, or at the end, and continues live', async () => {
    const stream = fresh()
    await client.appendToStream(stream, events(4))
    const one = () => client.appendToStream(stream, happened(4))
    expect(await heardFrom(stream, START, 5, one)).toEqual([0, 1, 2, 3, 4])
    expect(await heardFrom(stream, 1n, 4, one)).toEqual([2, 3, 4, 5])
    expect(await heardFrom(stream, END, 1, one)).toEqual([6])
  })

  it('waits for a stream that does not exist yet, and receives nothing from others', async () => {
    const stream = fresh()
    const appending = async () => {
      await client.appendToStream(fresh(), events(3))
      await client.appendToStream(stream, events(2))
    }
    expect(await heardFrom(stream, START, 2, appending)).toEqual([0, 1])
  })

  it('outlives a deletion of the stream', async () => {
    const stream = fresh()
    await client.appendToStream(stream, events(2))
    const again = async () => {
      await client.deleteStream(stream)
      await client.appendToStream(stream, happened(2))
    }
    expect(await heardFrom(stream, START, 3, again)).toEqual([0, 1, 2])
  })

  it('resolves links, live too', async () => {
    const [target, links] = [fresh(), fresh('links')]
    await client.appendToStream(target, events(2))
    const link = () => client.appendToStream(links, binaryEvent({ type: '$>', data: Buffer.from(`1@${target}`) }))
    await link()
    const subscription = client.subscribeToStream(links, { resolveLinkTos: true })
    subscription.once('caughtUp', () => void link())
    const heard = await collect(subscription, ({ length }) => length === 2)
    expect(heard.map(({ event, link }) => [event?.streamId, event?.revision, link?.revision])).toEqual([
      [target, 1n, 0n],
      [target, 1n, 1n],
    ])
    await subscription.unsubscribe()
  })
})

standInAlone('the stand-in alone: a filter', () => {
  const kinds = [
    ['streams by prefix', () => streamNameFilter({ prefixes: ['wanted-', 'welcome-'] })],
    ['streams by regular expression', () => streamNameFilter({ regex: '^we?[al]\\w*-' })],
    ['types by prefix', () => eventTypeFilter({ prefixes: ['Wanted', 'Welcome'] })],
    ['types by regular expression', () => eventTypeFilter({ regex: '^We?[al]' })],
  ] as const

  it.each(kinds)('on %s lets through what matches, read and live', async (_, filter) => {
    const fromPosition = await lastPosition()
    const round = async () => {
      await client.appendToStream(fresh('wanted'), events(2, 'Wanted'))
      await client.appendToStream(fresh('other'), events(2, 'Other'))
      await client.appendToStream(fresh('welcome'), events(1, 'Welcome'))
    }
    await round()
    const { heard, subscription } = listen({ fromPosition, filter: filter() })
    await vi.waitFor(() => expect(heard).toContain('caughtUp'), 60_000)
    await round()
    await client.appendToStream('wanted-last', happened(0, 'WantedLast'))
    await vi.waitFor(() => expect(heard.some((line) => line.startsWith('wanted-last'))).toBe(true), 60_000)
    expect(heard.map((line) => line.slice(0, 6))).toEqual([
      'confir',
      ...['wanted', 'wanted', 'welcom', 'caught', 'wanted', 'wanted', 'welcom', 'wanted'],
    ])
    await subscription.unsubscribe()
  })

  it('keeps system events out', async () => {
    await client.setStreamMetadata(fresh(), { maxCount: 1 })
    const { heard, subscription } = listen({ filter: excludeSystemEvents() })
    await vi.waitFor(() => expect(heard).toContain('caughtUp'), 60_000)
    expect(heard.filter((line) => line.startsWith('$'))).toEqual([])
    await subscription.unsubscribe()
  })

  it('that is not a valid regular expression is rejected', async () => {
    const subscription = client.subscribeToAll({ filter: eventTypeFilter({ regex: '(' }) })
    await expect(collect(subscription)).rejects.toThrow('Exception was thrown by handler.')
  })

  it('reaches a checkpoint every 32 times the interval of events that it considered', async () => {
    const fromPosition = await lastPosition()
    await client.appendToStream(fresh(), events(100, 'Passed'))
    const checkpoints: bigint[] = []
    const filter = eventTypeFilter({
      prefixes: ['Wanted'],
      checkpointInterval: 2,
      checkpointReached: (_, position) => void checkpoints.push(position.commit),
    })
    const { heard, subscription } = listen({ fromPosition, filter })
    await vi.waitFor(() => expect(heard).toContain('caughtUp'), 60_000)
    const considered = await positionsBehind(fromPosition)
    // One for 64 events, and one for having caught up.
    expect(checkpoints).toEqual([considered[63], considered[99]])

    await client.appendToStream(fresh(), events(130, 'Passed'))
    await vi.waitFor(() => expect(checkpoints).toHaveLength(4), 60_000)
    const all = await positionsBehind(fromPosition)
    expect(checkpoints.slice(2)).toEqual([all[163], all[227]])
    await subscription.unsubscribe()
  })

  it('resumes at a checkpoint without losing what matches', async () => {
    const fromPosition = await lastPosition()
    const wanted = fresh('wanted')
    for (let n = 0; n < 10; n++) {
      await client.appendToStream(fresh('other'), events(25, 'Other'))
      await client.appendToStream(wanted, happened(n, 'Wanted'))
    }
    const resumable: { position: Position; seen: number }[] = []
    let seen = 0
    const filter = streamNameFilter({
      prefixes: [wanted],
      checkpointReached: (_, position) => void resumable.push({ position, seen }),
    })
    const subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: 1 })
    subscription.on('data', () => seen++)
    await new Promise((resolve) => subscription.once('caughtUp', resolve))
    await vi.waitFor(() => expect(seen).toBe(10), 60_000)
    await subscription.unsubscribe()
    expect(resumable.length).toBeGreaterThanOrEqual(8)

    const [, second] = resumable
    if (second === undefined) throw new Error('no checkpoint')
    const revisions = (await collect(client.readStream(wanted))).filter(
      ({ event }) => (event?.position?.commit ?? 0n) > second.position.commit,
    )
    const resumed = client.subscribeToAll({ fromPosition: second.position, filter: streamNameFilter({ prefixes: [wanted] }) })
    const rest = await collect(resumed, ({ length }) => length === revisions.length)
    expect(rest.map(({ event }) => event?.revision)).toEqual(revisions.map(({ event }) => event?.revision))
    await resumed.unsubscribe()
  })
})
