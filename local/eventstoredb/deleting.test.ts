import { BACKWARDS, END, jsonEvent, START, StreamDeletedError, StreamNotFoundError, WrongExpectedVersionError } from '@eventstore/db-client'
import { patience } from '@medicready/platform/testing/patience'
import { describe, expect, it, vi } from 'vitest'
import { collect } from './testing/collect.ts'
import { fresh, happened, ownEventStore } from './testing/own-event-store.ts'

const { client, streamOf } = await ownEventStore()

const read = async (stream: string) => (await collect(client.readStream<ReturnType<typeof happened>>(stream))).map(({ event }) => event)
const revisions = async (stream: string) => (await read(stream)).map((event) => event?.revision)

describe('a deleted stream', () => {
  it('is no longer found, and keeps its events in $all', async () => {
    const stream = await streamOf(3)
    const { position } = await client.deleteStream(stream)
    await expect(read(stream)).rejects.toBeInstanceOf(StreamNotFoundError)
    const all = await collect(client.readAll())
    expect(all.filter(({ event }) => event?.streamId === stream)).toHaveLength(3)
    expect(all.at(-1)?.event?.position).toEqual(position)
  })

  it('continues after its old events', async () => {
    const stream = await streamOf(3)
    await client.deleteStream(stream)
    await expect(client.appendToStream(stream, happened(3), { expectedRevision: 'no_stream' })).resolves.toMatchObject({
      nextExpectedRevision: 3n,
    })
    await client.appendToStream(stream, happened(4), { expectedRevision: 3n })
    expect(await revisions(stream)).toEqual([3n, 4n])
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 3 })
  })

  it('can also continue at its last revision', async () => {
    const stream = await streamOf(2)
    await client.deleteStream(stream)
    await client.appendToStream(stream, happened(2), { expectedRevision: 1n })
    expect(await revisions(stream)).toEqual([2n])
  })

  it('does not count as existing', async () => {
    const stream = await streamOf(2)
    await client.deleteStream(stream)
    await expect(client.appendToStream(stream, happened(2), { expectedRevision: 'stream_exists' })).rejects.toBeInstanceOf(
      StreamDeletedError,
    )
  })

  it('loses its metadata, except what is set afterward', async () => {
    const stream = await streamOf(3)
    await client.setStreamMetadata(stream, { maxCount: 10 })
    await client.deleteStream(stream)
    expect(Object.keys((await client.getStreamMetadata(stream)).metadata ?? {})).toEqual(['truncateBefore'])
    await client.appendToStream(stream, happened(3))
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 3 })
  })

  it('must be as expected', async () => {
    const stream = await streamOf(3)
    const failure = await client.deleteStream(stream, { expectedRevision: 1n }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(WrongExpectedVersionError)
    expect(failure).toMatchObject({ streamName: stream, expectedVersion: 1n, actualVersion: 2n })
    await expect(client.deleteStream(stream, { expectedRevision: 'no_stream' })).rejects.toBeInstanceOf(WrongExpectedVersionError)
    await expect(client.deleteStream(fresh('none'))).rejects.toMatchObject({ actualVersion: -1n })
    await client.deleteStream(stream, { expectedRevision: 2n })
    await expect(read(stream)).rejects.toBeInstanceOf(StreamNotFoundError)
  })

  it('may have had nothing but metadata', async () => {
    const stream = fresh()
    await client.setStreamMetadata(stream, { cacheControl: 10 })
    await expect(client.deleteStream(stream, { expectedRevision: 'no_stream' })).resolves.toHaveProperty('position')
  })
})

describe('a tombstoned stream', () => {
  it('can never be read, written, deleted, or given metadata again', async () => {
    const stream = await streamOf(3)
    await client.tombstoneStream(stream, { expectedRevision: 2n })
    const attempts = [
      () => read(stream),
      () => collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })),
      () => collect(client.subscribeToStream(stream)),
      () => client.appendToStream(stream, happened(3)),
      () => client.deleteStream(stream),
      () => client.tombstoneStream(stream),
      () => client.setStreamMetadata(stream, { maxCount: 1 }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(StreamDeletedError)
  })

  it('leaves its events and a tombstone in $all', async () => {
    const stream = await streamOf(2)
    const { position } = await client.tombstoneStream(stream)
    const ofStream = (await collect(client.readAll())).map(({ event }) => event).filter((event) => event?.streamId === stream)
    expect(ofStream.map((event) => event?.type)).toEqual(['Happened', 'Happened', '$streamDeleted'])
    expect(ofStream[2]).toMatchObject({ revision: 2n ** 63n - 1n, position })
  })

  it('must be as expected, and need not have existed', async () => {
    const stream = await streamOf(3)
    const failure = await client.tombstoneStream(stream, { expectedRevision: 0n }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(WrongExpectedVersionError)
    expect(failure).toMatchObject({ streamName: stream, expectedVersion: 0n, actualVersion: 2n })
    const other = fresh('none')
    await client.tombstoneStream(other, { expectedRevision: 'no_stream' })
    await expect(read(other)).rejects.toBeInstanceOf(StreamDeletedError)
  })

  it('ends its subscriptions', async () => {
    const stream = await streamOf(2)
    const seen: bigint[] = []
    const subscription = client.subscribeToStream(stream)
    const ended = new Promise((resolve) => subscription.once('error', resolve))
    subscription.on('data', ({ event }) => event && seen.push(event.revision))
    await vi.waitFor(() => expect(seen).toEqual([0n, 1n]), patience)
    await client.tombstoneStream(stream)
    expect(await ended).toBeInstanceOf(StreamDeletedError)
  })
})

describe('metadata', () => {
  it('is empty at first and comes back as it was set', async () => {
    const stream = await streamOf(1)
    expect(await client.getStreamMetadata(stream)).toEqual({ streamName: stream })
    const metadata = { maxCount: 5, maxAge: 60, truncateBefore: 1, cacheControl: 3, acl: { readRoles: ['x'] }, own: '🦃' }
    await client.setStreamMetadata(stream, metadata)
    await client.setStreamMetadata(stream, { ...metadata, own: '🍗' })
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ ...metadata, own: '🍗' })
  })

  it('of earlier revisions is hidden, since a metadata stream keeps one event', async () => {
    const stream = await streamOf(1)
    await client.setStreamMetadata(stream, { maxCount: 5 })
    await client.setStreamMetadata(stream, { maxCount: 6 })
    expect(await revisions(`$$${stream}`)).toEqual([1n])
  })

  it('$maxCount shows the last events', async () => {
    const stream = await streamOf(10)
    await client.setStreamMetadata(stream, { maxCount: 3 })
    expect(await revisions(stream)).toEqual([7n, 8n, 9n])
    await client.appendToStream(stream, happened(10))
    expect(await revisions(stream)).toEqual([8n, 9n, 10n])
    expect(await collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))).toHaveLength(3)
    expect(await collect(client.readStream(stream, { fromRevision: 2n, maxCount: 2 }))).toHaveLength(2)
    await client.setStreamMetadata(stream, { maxCount: 100 })
    expect(await revisions(stream)).toHaveLength(11)
  })

  it('$tb hides what is before a revision', async () => {
    const stream = await streamOf(5)
    await client.setStreamMetadata(stream, { truncateBefore: 3 })
    expect(await revisions(stream)).toEqual([3n, 4n])
    expect(await collect(client.readStream(stream, { direction: BACKWARDS, fromRevision: 2n }))).toEqual([])
    await client.setStreamMetadata(stream, { truncateBefore: 100 })
    expect(await revisions(stream)).toEqual([])
    await client.appendToStream(stream, happened(5), { expectedRevision: 4n })
  })

  it('$maxAge hides what is older', async () => {
    const stream = await streamOf(2)
    await client.setStreamMetadata(stream, { maxAge: 3_600 })
    expect(await revisions(stream)).toEqual([0n, 1n])
    await client.setStreamMetadata(stream, { maxAge: 1 })
    await vi.waitFor(async () => expect(await revisions(stream)).toEqual([]), 60_000)
    await client.setStreamMetadata(stream, { maxAge: 0 })
    expect(await revisions(stream)).toEqual([0n, 1n])
  })

  it('truncates subscriptions from the start, and hides nothing in $all', async () => {
    const stream = await streamOf(5)
    await client.setStreamMetadata(stream, { maxCount: 2 })
    const subscription = client.subscribeToStream(stream, { fromRevision: START })
    const seen = await collect(subscription, ({ length }) => length === 2)
    await subscription.unsubscribe()
    expect(seen.map(({ event }) => event?.revision)).toEqual([3n, 4n])
    expect((await collect(client.readAll())).filter(({ event }) => event?.streamId === stream)).toHaveLength(5)
  })

  it('that is not a JSON object has no effect', async () => {
    const stream = await streamOf(2)
    await client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: [1] as never }))
    expect(await revisions(stream)).toEqual([0n, 1n])
  })
})
