import { randomUUID } from 'node:crypto'

import {
  type AppendToStreamOptions,
  binaryEvent,
  DeadlineExceededError,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { describe, expect, inject, it } from 'vitest'
import { collect } from './testing/collect.ts'
import { events, fresh, happened, ownEventStore } from './testing/own-event-store.ts'

const { store, client } = await ownEventStore()

const idsIn = async (stream: string) => (await collect(client.readStream(stream))).map(({ event }) => event?.id)

// The client appends by BatchAppend, and by Append when a call has credentials of its own.
const ways: [string, AppendToStreamOptions][] = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'anyone', password: 'anything' } }],
]

describe.each(ways)('%s', (_, way) => {
  const append = (stream: string, proposed: EventData | EventData[], options: AppendToStreamOptions = {}) =>
    client.appendToStream(stream, proposed, { ...way, ...options })

  it('returns the revision and the position of the last event', async () => {
    const stream = fresh()
    const first = await append(stream, events(3))
    const second = await append(stream, happened(3))
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 2n })
    expect(second).toMatchObject({ success: true, nextExpectedRevision: 3n })
    const recorded = await collect(client.readStream(stream))
    expect(recorded.map(({ event }) => event?.revision)).toEqual([0n, 1n, 2n, 3n])
    expect(recorded[2]?.event?.position).toEqual(first.position)
    expect(recorded[3]?.event?.position).toEqual(second.position)
  })

  it('keeps data, metadata, type, and ID as sent', async () => {
    const stream = fresh()
    const json = jsonEvent({ id: randomUUID(), type: 'Größe', data: { text: 'żółw 🐢', list: [1, null] }, metadata: { actorId: 'ü' } })
    const binary = binaryEvent({ id: randomUUID(), type: 'raw', data: Uint8Array.of(0, 255, 128), metadata: Uint8Array.of(1, 2, 3) })
    const before = Date.now()
    await append(stream, [json, binary])
    const [first, second] = (await collect(client.readStream(stream))).map(({ event }) => event)
    expect(first).toMatchObject({ id: json.id, type: 'Größe', data: json.data, metadata: json.metadata, isJson: true, streamId: stream })
    expect(second).toMatchObject({ id: binary.id, type: 'raw', isJson: false })
    expect(second?.data).toEqual(Uint8Array.of(0, 255, 128))
    expect(second?.metadata).toEqual(Uint8Array.of(1, 2, 3))
    expect(first?.created.getTime()).toBeGreaterThanOrEqual(before)
    expect(first?.created.getTime()).toBeLessThanOrEqual(Date.now())
  })

  describe('expected revision', () => {
    it('no_stream holds for a new stream only', async () => {
      const stream = fresh()
      await expect(append(stream, happened(0), { expectedRevision: 'no_stream' })).resolves.toMatchObject({ nextExpectedRevision: 0n })
      const failure = await append(stream, happened(1), { expectedRevision: 'no_stream' }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(WrongExpectedVersionError)
      expect(failure).toMatchObject({ streamName: stream, expectedVersion: 'no_stream', actualVersion: 0n })
    })

    it('stream_exists holds for an existing stream only', async () => {
      const stream = fresh()
      const failure = await append(stream, happened(0), { expectedRevision: 'stream_exists' }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(WrongExpectedVersionError)
      expect(failure).toMatchObject({ expectedVersion: 'stream_exists', actualVersion: 'no_stream' })
      await append(stream, happened(0))
      await expect(append(stream, happened(1), { expectedRevision: 'stream_exists' })).resolves.toMatchObject({ nextExpectedRevision: 1n })
    })

    it('stream_exists holds for a stream that has only metadata', async () => {
      const stream = fresh()
      await client.setStreamMetadata(stream, { cacheControl: 1 })
      await expect(append(stream, happened(0), { expectedRevision: 'stream_exists' })).resolves.toMatchObject({ nextExpectedRevision: 0n })
    })

    it('a revision holds when it is the last one', async () => {
      const stream = fresh()
      await append(stream, events(2))
      await expect(append(stream, happened(2), { expectedRevision: 1n })).resolves.toMatchObject({ nextExpectedRevision: 2n })
      for (const expectedRevision of [0n, 1n, 3n, 2n ** 63n - 1n]) {
        const failure = await append(stream, happened(9), { expectedRevision }).catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(WrongExpectedVersionError)
        expect(failure).toMatchObject({ expectedVersion: expectedRevision, actualVersion: 2n })
      }
    })

    it('a revision of a missing stream finds no stream', async () => {
      const failure = await append(fresh(), happened(0), { expectedRevision: 0n }).catch((error: unknown) => error)
      expect(failure).toMatchObject({ type: 'wrong-expected-version', expectedVersion: 0n, actualVersion: 'no_stream' })
    })

    it('of 2^64 - 1 stands for no stream', async () => {
      const stream = fresh()
      const expectedRevision = 2n ** 64n - 1n
      await expect(append(stream, happened(0), { expectedRevision })).resolves.toMatchObject({ nextExpectedRevision: 0n })
      await expect(append(stream, happened(1), { expectedRevision })).rejects.toBeInstanceOf(WrongExpectedVersionError)
    })

    it('is checked for an append of no events, too', async () => {
      const stream = fresh()
      await expect(append(stream, [], { expectedRevision: 3n })).rejects.toBeInstanceOf(WrongExpectedVersionError)
      await append(stream, events(2))
      await expect(append(stream, [])).resolves.toMatchObject({ success: true, nextExpectedRevision: 1n })
    })

    it('lets exactly one of many writers succeed at the same revision', async () => {
      const stream = fresh()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, n) => append(stream, happened(n), { expectedRevision: 'no_stream' })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await idsIn(stream)).toHaveLength(1)
    })
  })

  describe('the same event ids again', () => {
    it.each(['no_stream', 'any'] as const)('append nothing and get the first answer, expecting %s', async (expectedRevision) => {
      const stream = fresh()
      const proposed = events(3)
      const first = await append(stream, proposed, { expectedRevision })
      await append(stream, happened(3))
      const again = await append(stream, proposed, { expectedRevision })
      expect(again).toEqual(first)
      expect(await idsIn(stream)).toHaveLength(4)
    })

    it('append nothing and get the first answer at an exact revision', async () => {
      const stream = fresh()
      await append(stream, events(2))
      const proposed = events(2)
      const first = await append(stream, proposed, { expectedRevision: 1n })
      await append(stream, happened(9))
      expect(await append(stream, proposed, { expectedRevision: 1n })).toEqual(first)
      expect(await idsIn(stream)).toHaveLength(5)
    })

    it.runIf(inject('eventStoreIsStandIn'))('append once when they arrive at the same time (the stand-in alone)', async () => {
      const stream = fresh()
      const proposed = events(2)
      const answers = await Promise.all(Array.from({ length: 10 }, () => append(stream, proposed, { expectedRevision: 'no_stream' })))
      expect(new Set(answers.map(({ position }) => position?.commit)).size).toBe(1)
      expect(await idsIn(stream)).toHaveLength(2)
    })

    it('are recognized if they are the beginning of what was appended', async () => {
      const stream = fresh()
      const [first, second] = [happened(0), happened(1)]
      await append(stream, [first, second], { expectedRevision: 'no_stream' })
      await expect(append(stream, first, { expectedRevision: 'no_stream' })).resolves.toMatchObject({ nextExpectedRevision: 0n })
      expect(await idsIn(stream)).toHaveLength(2)
    })

    it.each(['no_stream', 'any', 'stream_exists'] as const)(
      'are refused with a new event behind them, expecting %s',
      async (expectedRevision) => {
        const stream = fresh()
        const known = happened(0)
        await append(stream, known, { expectedRevision: 'no_stream' })
        await expect(append(stream, [known, happened(1)], { expectedRevision })).rejects.toBeInstanceOf(WrongExpectedVersionError)
        expect(await idsIn(stream)).toEqual([known.id])
      },
    )

    it('are appended again behind a new event when any revision will do', async () => {
      const stream = fresh()
      const known = happened(0)
      await append(stream, known)
      await append(stream, [happened(1), known])
      expect((await idsIn(stream)).filter((id) => id === known.id)).toHaveLength(2)
    })

    it('are refused at a newer revision', async () => {
      const stream = fresh()
      const proposed = happened(0)
      await append(stream, proposed, { expectedRevision: 'no_stream' })
      await append(stream, happened(1))
      await expect(append(stream, proposed, { expectedRevision: 0n })).rejects.toBeInstanceOf(WrongExpectedVersionError)
    })

    it('mean another event in another stream', async () => {
      const proposed = happened(0)
      const [one, other] = [fresh(), fresh()]
      await append(one, proposed)
      await append(other, proposed)
      expect(await idsIn(other)).toEqual([proposed.id])
    })
  })

  it('rejects appends above one mebibyte in total, and appends none of it', async () => {
    const stream = fresh()
    const large = () => binaryEvent({ type: 'Large', data: Buffer.alloc(300 * 1024) })
    const failure = await append(stream, [large(), large(), large(), large()]).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MaxAppendSizeExceededError)
    expect(failure).toMatchObject({ maxAppendSize: 1024 * 1024 })
    await expect(append(stream, [large(), large(), large()], { expectedRevision: 'no_stream' })).resolves.toMatchObject({ success: true })
  })

  it('rejects an append whose deadline has passed, and appends none of it', async () => {
    const stream = fresh()
    await expect(append(stream, events(5_000), { deadline: 1 })).rejects.toBeInstanceOf(DeadlineExceededError)
    await expect(append(stream, happened(0), { expectedRevision: 'no_stream' })).resolves.toMatchObject({ nextExpectedRevision: 0n })
  })

  it.runIf(inject('eventStoreIsStandIn'))(
    'refuses a tombstoned stream by its name, whatever letters that has (the stand-in alone)',
    async () => {
      const stream = `${fresh()} żółw 🐢`
      await append(stream, happened(0))
      await client.tombstoneStream(stream)
      await expect(append(stream, happened(1))).rejects.toBeInstanceOf(StreamDeletedError)
    },
  )

  // EventStoreDB 22.10 answers such a request a second time, later, and its client does not survive that.
  it.runIf(inject('eventStoreIsStandIn'))('rejects malformed requests without saying why (the stand-in alone)', async () => {
    const refused = [
      append(fresh(), jsonEvent({ id: 'one', type: 'Happened', data: {} })),
      append('', happened(0)),
      append('$all', happened(0)),
      append(fresh(), happened(0), { expectedRevision: 2n ** 63n }),
    ]
    for (const refusal of refused) await expect(refusal).rejects.toThrow(/Could not recognize BadRequest|Exception was thrown by handler/)
  })
})

it('puts an append together from many messages, and answers it once', async () => {
  const stream = fresh()
  const [large, small] = await Promise.all([
    client.appendToStream(stream, events(2_000), { batchAppendSize: 1_024 }),
    client.appendToStream(fresh(), happened(0)),
  ])
  expect(large.nextExpectedRevision).toBe(1_999n)
  expect(small.nextExpectedRevision).toBe(0n)
  const recorded = await collect(client.readStream<ReturnType<typeof happened>>(stream))
  expect(recorded.map(({ event }) => event?.data.n)).toEqual(events(2_000).map(({ data }) => data.n))
})

it('reports what went wrong to a client that asked for no errors', async () => {
  const lenient = EventStoreDBClient.connectionString(`${store.url}&throwOnAppendFailure=false`)
  const stream = fresh()
  await lenient.appendToStream(stream, events(2))
  await expect(lenient.appendToStream(stream, happened(0), { expectedRevision: 'no_stream' })).resolves.toMatchObject({ success: false })
  await lenient.dispose()
})

it('appends ten thousand single events sent at once, in order', async () => {
  const stream = fresh()
  await Promise.all(events(10_000).map((event) => client.appendToStream(stream, event)))
  expect(await idsIn(stream)).toHaveLength(10_000)
})
