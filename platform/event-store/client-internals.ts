import { type AllStreamResolvedEvent, convertToCommandError, EventStoreDBClient } from '@eventstore/db-client'
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js'
import type { CreateReq, ResetPasswordReq } from '@eventstore/db-client/generated/users_pb.js'
import type { Position } from '@medicready/domain/core/event'

/** Protected members of the client: the server's version, and calls over its connection. */
abstract class ClientInternals extends EventStoreDBClient {
  static async serverVersion(client: EventStoreDBClient): Promise<string> {
    return (await (client as ClientInternals).capabilities).serverVersion
  }

  /** Changes when the client loses its node or is sent to the leader. */
  static channelOf(client: EventStoreDBClient): Promise<Channel> {
    return (client as ClientInternals).execute(streamsService.StreamsClient, 'channelOf', async (channel) => channel)
  }

  /** If the call ends because its node is gone, the client looks for another. */
  static openBatchAppend(client: EventStoreDBClient) {
    const internals = client as ClientInternals
    const { path } = streamsService.StreamsService.batchAppend
    const asItIs = (request: Buffer) => request
    return internals.GRPCStreamCreator(streamsService.StreamsClient, 'openBatchAppend', (channel) => {
      const [metadata, options] = internals.callArguments({}, { deadline: Number.POSITIVE_INFINITY })
      return channel.makeBidiStreamRequest(path, asItIs, streams.BatchAppendResp.deserializeBinary, metadata, options)
    })()
  }

  /** The client's own API filters only subscriptions, which never end. */
  static async *readLog(client: EventStoreDBClient, request: ReadReq): AsyncGenerator<AllStreamResolvedEvent> {
    const internals = client as ClientInternals
    const responses = await internals.GRPCStreamCreator(streamsService.StreamsClient, 'readLog', (channel) =>
      channel.read(request, ...internals.callArguments({}, { deadline: Number.POSITIVE_INFINITY })),
    )()
    // Leaving early cancels the call, which emits an error after the loop has stopped listening.
    responses.on('error', () => undefined)
    try {
      for await (const response of responses as AsyncIterable<ReadResp>) {
        const event = response.getEvent()
        if (event) yield convertGrpcEvent<AllStreamResolvedEvent>(event)
      }
    } catch (error) {
      throw convertToCommandError(error as Error)
    } finally {
      responses.cancel()
    }
  }

  static createUser(client: EventStoreDBClient, request: CreateReq): Promise<void> {
    const internals = client as ClientInternals
    return internals.execute(usersService.UsersClient, 'createUser', (channel) => {
      const [metadata, options] = internals.callArguments({}, {})
      return new Promise((resolve, reject) => channel.create(request, metadata, options, (error) => (error ? reject(error) : resolve())))
    })
  }

  static resetPassword(client: EventStoreDBClient, request: ResetPasswordReq): Promise<void> {
    const internals = client as ClientInternals
    return internals.execute(usersService.UsersClient, 'resetPassword', (channel) => {
      const [metadata, options] = internals.callArguments({}, {})
      return new Promise((resolve, reject) =>
        channel.resetPassword(request, metadata, options, (error) => (error ? reject(error) : resolve())),
      )
    })
  }
}

export type Channel = InstanceType<typeof streamsService.StreamsClient>
export type BatchAppendCall = Awaited<ReturnType<typeof ClientInternals.openBatchAppend>>

export const { serverVersion, channelOf, openBatchAppend, readLog, createUser, resetPassword } = ClientInternals

/** Events that the server examines before it sends what it has found. */
const SEARCH_WINDOW = 2_000

/** `from` is inclusive. */
export function readLogRequest(from: Position | null, types?: readonly string[]): ReadReq {
  const { Options } = streams.ReadReq
  const all = new Options.AllOptions()
  if (from === null) all.setStart(new shared.Empty())
  else all.setPosition(new Options.Position().setCommitPosition(String(from.commit)).setPreparePosition(String(from.prepare)))
  const options = new Options()
    .setAll(all)
    .setReadDirection(Options.ReadDirection.FORWARDS)
    .setCount(String(Number.MAX_SAFE_INTEGER))
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
  if (types) {
    const byType = new Options.FilterOptions.Expression().setRegex(`^(${types.join('|')})$`)
    options.setFilter(new Options.FilterOptions().setEventType(byType).setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(1))
  } else options.setNoFilter(new shared.Empty())
  return new streams.ReadReq().setOptions(options)
}
