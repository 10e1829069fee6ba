import { type AllStreamResolvedEvent, convertToCommandError, EventStoreDBClient } from '@eventstore/db-client'
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js'
import type { CreateReq, ResetPasswordReq } from '@eventstore/db-client/generated/users_pb.js'

/** What the client has for its heirs only: what it knows of the server, and calls over its own connection. */
abstract class ClientsHeir extends EventStoreDBClient {
  static async serverVersion(client: EventStoreDBClient): Promise<string> {
    return (await (client as ClientsHeir).capabilities).serverVersion
  }

  /** The channel of now: another one once the client has lost its node, or was sent to the leader. */
  static channelOf(client: EventStoreDBClient): Promise<Channel> {
    return (client as ClientsHeir).execute(streamsService.StreamsClient, 'channelOf', async (channel) => channel)
  }

  /** When the call ends for want of a node, the client looks for another. */
  static openBatchAppend(client: EventStoreDBClient) {
    const heir = client as ClientsHeir
    const { path } = streamsService.StreamsService.batchAppend
    const asItIs = (request: Buffer) => request
    return heir.GRPCStreamCreator(streamsService.StreamsClient, 'openBatchAppend', (channel) => {
      const [metadata, options] = heir.callArguments({}, { deadline: Number.POSITIVE_INFINITY })
      return channel.makeBidiStreamRequest(path, asItIs, streams.BatchAppendResp.deserializeBinary, metadata, options)
    })()
  }

  /** Reads what the request asks for. Of the client's own calls only subscriptions can filter, and these never end. */
  static async *readLog(client: EventStoreDBClient, request: ReadReq): AsyncGenerator<AllStreamResolvedEvent> {
    const heir = client as ClientsHeir
    const responses = await heir.GRPCStreamCreator(streamsService.StreamsClient, 'readLog', (channel) =>
      channel.read(request, ...heir.callArguments({}, { deadline: Number.POSITIVE_INFINITY })),
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

  /** Rejects with gRPC's own error. */
  static createUser(client: EventStoreDBClient, request: CreateReq): Promise<void> {
    const heir = client as ClientsHeir
    return heir.execute(usersService.UsersClient, 'createUser', (channel) => {
      const [metadata, options] = heir.callArguments({}, {})
      return new Promise((resolve, reject) => channel.create(request, metadata, options, (error) => (error ? reject(error) : resolve())))
    })
  }

  /** Rejects with gRPC's own error. */
  static resetPassword(client: EventStoreDBClient, request: ResetPasswordReq): Promise<void> {
    const heir = client as ClientsHeir
    return heir.execute(usersService.UsersClient, 'resetPassword', (channel) => {
      const [metadata, options] = heir.callArguments({}, {})
      return new Promise((resolve, reject) =>
        channel.resetPassword(request, metadata, options, (error) => (error ? reject(error) : resolve())),
      )
    })
  }
}

export type Channel = InstanceType<typeof streamsService.StreamsClient>
/** Takes what `batchAppendRequest` makes, and gives an answer to each. */
export type BatchAppendCall = Awaited<ReturnType<typeof ClientsHeir.openBatchAppend>>

export const { serverVersion, channelOf, openBatchAppend, readLog, createUser, resetPassword } = ClientsHeir
