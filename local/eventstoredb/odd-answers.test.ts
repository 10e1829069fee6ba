import { randomUUID } from 'node:crypto'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams, { type BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type handleBidiStreamingCall, Server, type ServerDuplexStream, status } from '@grpc/grpc-js'
import type { Fact } from '@medicready/domain/events'
import { EventStore } from '@medicready/platform/event-store/event-store'
import { connectPostgres } from '@medicready/platform/postgres/connection'
import { testMasterKey } from '@medicready/platform/testing/master-key'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { Vault } from '@medicready/platform/vault/vault'
import { afterEach, expect, test } from 'vitest'
import { type OpenPort, openPort } from './start.ts'

/** Answers that a server may give and the stand-in never does. */

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>
type Answering = (call: Call, request: BatchAppendReq, attempt: number) => void

const opened: { grpc: Server; listening: OpenPort; store: EventStore }[] = []
afterEach(async () => {
  for (const { grpc, listening, store } of opened.splice(0)) {
    await store.close()
    grpc.forceShutdown()
    listening.close()
  }
})

/** An event store that has each append answered so. */
async function answering(answer: Answering): Promise<EventStore> {
  const grpc = new Server()
  const listening = await openPort(grpc, '127.0.0.1', 0)
  const refuse = () => {}
  grpc.addService(serverFeatures.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, callback: (error: null, answer: unknown) => void) =>
      callback(null, new features.SupportedMethods().setEventStoreServerVersion('24.10.4')),
  })
  let attempts = 0
  const batchAppend: handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> = (call) => {
    call.on('data', (request: BatchAppendReq) => answer(call, request, ++attempts))
  }
  grpc.addService(streamsService.StreamsService, { append: refuse, batchAppend, delete: refuse, tombstone: refuse, read: refuse })
  const url = `esdb://127.0.0.1:${listening.port}?tls=false`
  // No event of these tests has personal fields, so that no key is ever asked for.
  const sql = connectPostgres('postgres://nobody@127.0.0.1:1/none', { name: 'test' })
  const store = new EventStore({ url, vault: new Vault(sql, testMasterKey), logger: quietLogger })
  opened.push({ grpc, listening, store })
  return store
}

function success(request: BatchAppendReq): BatchAppendResp {
  const position = new shared.AllStreamPosition().setCommitPosition('7').setPreparePosition('7')
  const answer = new streams.BatchAppendResp.Success().setCurrentRevision('0').setPosition(position)
  return new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setSuccess(answer)
}

async function expectAppended(store: EventStore): Promise<void> {
  const id = randomUUID()
  const event: Fact = { type: 'EmailClaimed', data: { emailHash: 'x', userId: randomUUID() } }
  const metadata = {
    correlationId: 'c',
    causationId: 'c',
    commandId: randomUUID(),
    actorId: 'test',
    occurredAt: '2026-03-01T12:00:00.000Z',
  }
  const appended = await store.append(`email-${randomUUID()}`, 'no_stream', [{ id, event, metadata }])
  expect(appended).toEqual({ revision: 0n, position: { commit: 7n, prepare: 7n, eventId: id } })
}

test('a response that no call waits for is ignored', async () => {
  const store = await answering((call, request) => {
    const foreign = success(request).setCorrelationId(new shared.UUID().setString(randomUUID()))
    for (const answer of [foreign, success(request), success(request)]) call.write(answer)
  })
  await expectAppended(store)
  await expectAppended(store)
})

test('an answer to the id in two halves is understood, whatever their signs', async () => {
  const store = await answering((call, request) => {
    const hex = BigInt(`0x${request.getCorrelationId()?.getString().replaceAll('-', '')}`)
    const halves = new shared.UUID.Structured()
      .setMostSignificantBits(String(BigInt.asIntN(64, hex >> 64n)))
      .setLeastSignificantBits(String(BigInt.asIntN(64, hex)))
    call.write(success(request).setCorrelationId(new shared.UUID().setStructured(halves)))
  })
  for (let n = 0; n < 20; n++) await expectAppended(store)
})

test.each<[string, (call: Call) => void]>([
  ['ends in good order', (call) => call.end()],
  ['breaks', (call) => call.emit('error', { code: status.CANCELLED })],
])('a call that %s is started again with the same append', async (_, end) => {
  const ids: (string | undefined)[] = []
  const store = await answering((call, request, attempt) => {
    ids.push(request.getProposedMessagesList()[0]?.getId()?.getString())
    if (attempt === 1) end(call)
    else call.write(success(request))
  })
  await expectAppended(store)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})
