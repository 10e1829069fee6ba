import { randomUUID } from 'node:crypto'

import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  type BinaryEventType,
  binaryEvent,
  END,
  START,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { describe, expect, it } from 'vitest'
import { collect } from './testing/collect.ts'
import { happened, ownEventStore } from './testing/own-event-store.ts'

const { client, streamOf } = await ownEventStore()

const positions = (read: readonly AllStreamResolvedEvent[]) => read.map(({ event }) => event?.position.commit ?? -1n)

describe('readStream', () => {
  const revisions = async (...[stream, options]: Parameters<typeof client.readStream>) =>
    (await collect(client.readStream(stream, options))).map(({ event }) => Number(event?.revision))

  it('reads in both directions from either end or from a revision, inclusive', async () => {
    const stream = await streamOf(5)
    expect(await revisions(stream)).toEqual([0, 1, 2, 3, 4])
    expect(await revisions(stream, { fromRevision: 3n })).toEqual([3, 4])
    expect(await revisions(stream, { fromRevision: 3n, maxCount: 1 })).toEqual([3])
    expect(await revisions(stream, { fromRevision: 5n })).toEqual([])
    expect(await revisions(stream, { fromRevision: END })).toEqual([])
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: END })).toEqual([4, 3, 2, 1, 0])
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 2 })).toEqual([4, 3])
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: 1n })).toEqual([1, 0])
    await expect(revisions(stream, { direction: BACKWARDS, fromRevision: 2n ** 64n - 1n })).rejects.toThrow('UNKNOWN')
    expect(await revisions(stream, { direction: BACKWARDS, fromRevision: START })).toEqual([0])
  })

  it('does not find missing streams', async () => {
    const failure = await revisions('nowhere').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StreamNotFoundError)
    expect(failure).toMatchObject({ streamName: 'nowhere' })
  })

  it('follows links when asked to', async () => {
    const [target, links] = [await streamOf(3), `links-${randomUUID()}`]
    const link = (to: string) => binaryEvent({ type: '$>', data: Buffer.from(to) })
    await client.appendToStream(links, [link(`2@${target}`), link('0@nowhere'), link(`99@${target}`)])

    const unresolved = await collect(client.readStream(links))
    expect(unresolved.map(({ event, link }) => [event?.type, link])).toEqual([
      ['$>', undefined],
      ['$>', undefined],
      ['$>', undefined],
    ])
    const resolved = await collect(client.readStream(links, { resolveLinkTos: true }))
    const [original] = await collect(client.readStream(target, { fromRevision: 2n }))
    expect(resolved[0]?.event).toEqual(original?.event)
    expect(resolved.map(({ link }) => link?.streamId)).toEqual([links, links, links])
    expect(resolved.slice(1).map(({ event }) => event)).toEqual([undefined, undefined])
  })

  it('reads many events, each once and in order, however slow the reader', async () => {
    const stream = await streamOf(12_345)
    let next = 0
    for await (const { event } of client.readStream(stream, {}, { highWaterMark: 1 })) {
      if (Number(event?.revision) !== next) throw new Error(`${event?.revision} where ${next} was due`)
      if (next % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve))
      next++
    }
    expect(next).toBe(12_345)
  })

  it('can be abandoned before the end, any number of times', async () => {
    const stream = await streamOf(3_000)
    for (let time = 0; time < 20; time++) {
      const reading = client.readStream(stream)
      expect(await collect(reading, ({ length }) => length === 5)).toHaveLength(5)
      await reading.cancel()
    }
    await client.appendToStream(stream, happened(0), { expectedRevision: 2_999n })
  })

  it('reads events near the size limit', async () => {
    const stream = `large-${randomUUID()}`
    const large = (fill: number) => binaryEvent({ type: 'Large', data: Buffer.alloc(1_000_000, fill) })
    for (let n = 0; n < 20; n++) await client.appendToStream(stream, large(n))
    const read = await collect(client.readStream<BinaryEventType>(stream))
    const described = read.map(({ event }) => [event?.data.length, event?.data.at(-1)])
    expect(described).toEqual(Array.from({ length: 20 }, (_, n) => [1_000_000, n]))
  })
})

describe('readAll', () => {
  it('reads the whole log in the order of appends, in both directions', async () => {
    await streamOf(3)
    await streamOf(2)
    const forwards = positions(await collect(client.readAll()))
    const backwards = positions(await collect(client.readAll({ direction: BACKWARDS, fromPosition: END })))
    expect(forwards.length).toBeGreaterThan(5)
    expect(forwards).toEqual([...forwards].sort((a, b) => Number(a - b)))
    expect(new Set(forwards).size).toBe(forwards.length)
    expect(backwards).toEqual(forwards.toReversed())
  })

  it('begins with system events', async () => {
    const [first] = await collect(client.readAll({ maxCount: 1 }))
    expect(first?.event).toMatchObject({ streamId: '$$$scavenges', type: '$metadata' })
  })

  it('starts at a position with the event there, or backward with the one before it', async () => {
    await streamOf(4)
    const all = await collect(client.readAll())
    const [before, at, behind] = all.slice(-3)
    const fromPosition = at?.event?.position
    expect(fromPosition).toBeDefined()
    if (fromPosition === undefined) return
    expect(await collect(client.readAll({ fromPosition }))).toEqual([at, behind])
    expect(await collect(client.readAll({ fromPosition, direction: BACKWARDS, maxCount: 1 }))).toEqual([before])
    expect(await collect(client.readAll({ fromPosition, maxCount: 1 }))).toEqual([at])
  })

  it('returns nothing forward from the end or backward from the start', async () => {
    expect(await collect(client.readAll({ fromPosition: END }))).toEqual([])
    expect(await collect(client.readAll({ fromPosition: START, direction: BACKWARDS }))).toEqual([])
  })
})
