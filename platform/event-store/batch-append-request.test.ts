import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expect, test } from 'vitest'
import { batchAppendRequest } from './batch-appends.ts'

const correlationId = '9c3bb2a4-31f1-4b5c-8a6f-0d6e5f3f7a11'
const event = (id: string, data: object) => ({ id, type: 'Größe', data: JSON.stringify(data), metadata: '{"actorId":"ü"}' })

/** As the client's own classes read and write it. */
const asMessage = (request: Buffer) => streams.BatchAppendReq.deserializeBinary(new Uint8Array(request))

test.each(['no_stream', 0n, 127n, 128n, 2n ** 40n + 5n] as const)('a request at %s is parsed as written', (expectedRevision) => {
  const events = [
    event('b1f7a5de-8f2a-4f0f-9a53-1c8f1f1b2c3d', { text: 'żółw 🐢', long: 'x'.repeat(20_000) }),
    event('5e0c8f1a-2b3c-4d5e-8f90-a1b2c3d4e5f6', {}),
  ]
  const request = batchAppendRequest({ correlationId, streamName: 'größe-1', expectedRevision, deadline: 1_800_000_000, events })
  const read = asMessage(request)
  expect(read.getCorrelationId()?.getString()).toBe(correlationId)
  expect(read.getIsFinal()).toBe(true)
  const options = read.getOptions()
  expect(Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('größe-1')
  expect(options?.hasNoStream()).toBe(expectedRevision === 'no_stream')
  expect(options?.hasStreamPosition() ? BigInt(options.getStreamPosition()) : 'no_stream').toBe(expectedRevision)
  expect(options?.getDeadline()?.toDate()).toEqual(new Date(1_800_000_000_000))
  const proposed = read.getProposedMessagesList().map((message) => ({
    id: message.getId()?.getString(),
    type: message.getMetadataMap().get('type'),
    contentType: message.getMetadataMap().get('content-type'),
    data: Buffer.from(message.getData_asU8()).toString(),
    metadata: Buffer.from(message.getCustomMetadata_asU8()).toString(),
  }))
  expect(proposed).toEqual(events.map((sent) => ({ ...sent, contentType: 'application/json' })))
})
