import { randomUUID } from 'node:crypto'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { type handleUnaryCall, Server, ServerCredentials, type ServiceDefinition, type UntypedServiceImplementation } from '@grpc/grpc-js'

import { append, systemEvent } from './appending.ts'
import { GroupCommit } from './group-commit.ts'
import { OpenCalls } from './open-calls.ts'
import { readCall } from './read-calls.ts'
import { Storage } from './storage.ts'
import { Subscriptions } from './subscriptions.ts'
import { writeCalls } from './write-calls.ts'

export { StorageInUse } from './storage.ts'

/** The EventStoreDB whose behaviour this server has; clients choose their way of appending by it. */
const SERVER_VERSION = '24.10.0'

const STREAMS = 'event_store.client.streams.streams'
const METHODS = ['append', 'batchappend', 'delete', 'read', 'tombstone']

/** As much as EventStoreDB's own clients take in one message. */
const MAXIMUM_MESSAGE_SIZE = 17 * 1024 * 1024

/** How long the ends of calls may take to reach their clients before the connections are cut. */
const SHUTDOWN_GRACE_MS = 1_000

export interface RunningEventStore {
  readonly port: number
  /** Ends all calls, so that clients know to reconnect, and closes the log. */
  close(): Promise<void>
}

/** Thrown when nothing can listen at the address. */
export class AddressInUse extends Error {}

/**
 * @param options.port 0 for any that is free
 * @param options.directory holds the log; made if missing
 * @throws AddressInUse, StorageInUse
 */
export async function startEventStore(options: { port: number; host: string; directory: string }): Promise<RunningEventStore> {
  const server = new Server({ 'grpc.max_receive_message_length': MAXIMUM_MESSAGE_SIZE })
  const port = await listen(server, options.host, options.port)
  let storage: Storage
  try {
    storage = new Storage(options.directory)
  } catch (error) {
    server.forceShutdown()
    throw error
  }
  const subscriptions = new Subscriptions()
  const commits = new GroupCommit(storage, (events) => subscriptions.publish(events))
  const openCalls = new OpenCalls()
  server.addService(readEncoded(streamsService.StreamsService), {
    ...writeCalls(storage, commits, openCalls),
    read: readCall(storage, subscriptions, openCalls),
  })
  server.addService(serverFeatures.ServerFeaturesService, { getSupportedMethods })
  server.addService(gossipService.GossipService, { read: clusterOfOne(options.host, port) })
  recordStart(storage)

  return {
    port,
    async close() {
      commits.flush()
      // The answers to what was just committed go first.
      await new Promise((resolve) => setImmediate(resolve))
      openCalls.endAll()
      await shutDown(server)
      commits.flush()
      storage.close()
    },
  }
}

/** Responses to reads come encoded from storage and pass through as they are. */
function readEncoded(service: ServiceDefinition): ServiceDefinition<UntypedServiceImplementation> {
  const { read, ...others } = service
  return { ...others, ...(read && { read: { ...read, responseSerialize: (encoded: Buffer) => encoded } }) }
}

const getSupportedMethods: handleUnaryCall<Empty, SupportedMethods> = (_call, callback) => {
  const methods = METHODS.map((name) => new features.SupportedMethod().setServiceName(STREAMS).setMethodName(name))
  callback(null, new features.SupportedMethods().setEventStoreServerVersion(SERVER_VERSION).setMethodsList(methods))
}

/** A client that was given several addresses asks them who leads. Here it is always the one that answers. */
function clusterOfOne(host: string, port: number): handleUnaryCall<Empty, ClusterInfo> {
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(randomUUID()))
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port))
  return (_call, callback) => callback(null, new gossip.ClusterInfo().setMembersList([member]))
}

/** EventStoreDB notes each election of a leader in the log, so `$all` is never free of system events: readers are to expect them here, too. */
function recordStart(storage: Storage): void {
  const epochs = '$epoch-information'
  const number = (storage.stream(epochs)?.revision ?? -1) + 1
  const epoch = systemEvent('$EpochInformation', JSON.stringify({ EpochNumber: number, TimeStamp: new Date().toISOString() }))
  storage.transaction(() => append(storage, epochs, 'any', [epoch]))
}

function listen(server: Server, host: string, port: number): Promise<number> {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound)
      else reject(error.message.includes('EADDRINUSE') ? new AddressInUse(`${address} is taken`, { cause: error }) : error)
    })
  })
}

function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), SHUTDOWN_GRACE_MS)
    server.tryShutdown(() => {
      clearTimeout(force)
      resolve()
    })
  })
}
