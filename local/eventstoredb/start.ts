import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared, { type Empty } from '@eventstore/db-client/generated/shared_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import usersService from '@eventstore/db-client/generated/users_grpc_pb.js'
import {
  type Server as GrpcServer,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { append, systemEvent } from './appending.ts'
import { GroupCommit } from './group-commit.ts'
import { readCall } from './read-calls.ts'
import { OpenCalls } from './response-stream.ts'
import { Storage } from './storage.ts'
import { Subscriptions } from './subscriptions.ts'
import { userCalls, writeCalls } from './write-calls.ts'

/** The version whose behavior this server has; clients choose how to append by it. */
const SERVER_VERSION = '24.10.4'

const STREAMS = 'event_store.client.streams.streams'
const METHODS = ['append', 'batchappend', 'delete', 'read', 'tombstone']

const MAXIMUM_MESSAGE_SIZE = 17 * 1024 * 1024

const SHUTDOWN_GRACE_MS = 1_000

export async function startEventStore({ port, host, directory }: { port: number; host: string; directory: string }) {
  const storage = new Storage(directory)
  const server = new Server({ 'grpc.max_receive_message_length': MAXIMUM_MESSAGE_SIZE })
  let opened: OpenPort
  try {
    opened = await openPort(server, host, port)
  } catch (error) {
    storage.close()
    throw error
  }
  // Nothing is awaited until all of this is in place, so no request arrives before.
  const subscriptions = new Subscriptions()
  const commits = new GroupCommit(storage, (events) => subscriptions.publish(events))
  const openCalls = new OpenCalls()
  server.addService(readEncoded(streamsService.StreamsService), {
    ...writeCalls(storage, commits, openCalls),
    read: readCall(storage, subscriptions, openCalls),
  })
  server.addService(usersService.UsersService, userCalls(storage))
  server.addService(serverFeatures.ServerFeaturesService, { getSupportedMethods })
  const node: Node = { id: randomUUID(), host, port: opened.port }
  server.addService(gossipService.GossipService, { read: clusterOf(node) })
  opened.http.on('request', httpEndpoints(node, storage))
  if (storage.lastPosition < 0) storage.transaction(() => append(storage, '$$$scavenges', 'any', [firstEvent()]))

  return {
    port: opened.port,
    async close() {
      commits.flush()
      // Answers to what was just committed go out first.
      await new Promise((resolve) => setImmediate(resolve))
      openCalls.endAll()
      opened.close()
      await shutDown(server)
      commits.flush()
      storage.close()
    },
  }
}

function readEncoded(service: ServiceDefinition): ServiceDefinition<UntypedServiceImplementation> {
  const { read, ...others } = service
  return { ...others, ...(read && { read: { ...read, responseSerialize: (encoded: Buffer) => encoded } }) }
}

const getSupportedMethods: handleUnaryCall<Empty, SupportedMethods> = (_call, callback) => {
  const methods = METHODS.map((name) => new features.SupportedMethod().setServiceName(STREAMS).setMethodName(name))
  callback(null, new features.SupportedMethods().setEventStoreServerVersion(SERVER_VERSION).setMethodsList(methods))
}

/** Clients with several addresses ask who leads. */
function clusterOf({ id, host, port }: Node): handleUnaryCall<Empty, ClusterInfo> {
  const member = new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString(id))
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(port))
  return (_call, callback) => callback(null, new gossip.ClusterInfo().setMembersList([member]))
}

/** EventStoreDB's log starts with system metadata; readers should expect system events here too. */
const firstEvent = () => systemEvent('$metadata', JSON.stringify({ $maxAge: 30 * 24 * 60 * 60 }))

function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), SHUTDOWN_GRACE_MS)
    server.tryShutdown(() => {
      clearTimeout(force)
      resolve()
    })
  })
}

interface Node {
  readonly id: string
  readonly host: string
  readonly port: number
}

function httpEndpoints(node: Node, storage: Storage): RequestListener {
  const answers: Record<string, unknown> = {
    '/info': {
      esVersion: SERVER_VERSION,
      state: 'leader',
      features: { projections: false, userManagement: false, atomPub: false },
      authentication: { type: 'insecure', properties: null },
    },
    '/gossip': {
      members: [
        {
          instanceId: node.id,
          state: 'Leader',
          isAlive: true,
          httpEndPointIp: node.host,
          httpEndPointPort: node.port,
          isReadOnlyReplica: false,
        },
      ],
      serverIp: node.host,
      serverPort: node.port,
    },
  }
  const takeSnapshot = (response: ServerResponse) =>
    storage.snapshot().then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  return ({ method, url = '' }, response) => {
    if (method === 'POST' && url === '/snapshot') return void takeSnapshot(response)
    const answer = answers[url]
    if (answer !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    else response.writeHead(url === '/health/live' ? 204 : 404).end()
  }
}

/** No HTTP/1 request starts with the first bytes of an HTTP/2 connection. */
const PREFACE = 'PRI '

export type OpenPort = Awaited<ReturnType<typeof openPort>>

/** Serves gRPC and HTTP/1 on one port; 0 picks a free one. */
export async function openPort(grpc: GrpcServer, host: string, port: number) {
  const { injectConnection } = grpc.createConnectionInjector(ServerCredentials.createInsecure())
  const http = createHttpServer()
  const listener = createServer({ noDelay: true }, (socket: Socket) => {
    const giveUp = () => socket.destroy()
    socket.once('error', giveUp)
    socket.once('data', (beginning: Buffer) => {
      socket.off('error', giveUp)
      socket.pause()
      socket.unshift(beginning)
      if (beginning.toString('latin1', 0, PREFACE.length) === PREFACE) injectConnection(socket)
      else {
        http.emit('connection', socket)
        socket.resume()
      }
    })
  })
  listener.listen(port, host)
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    http,
    close() {
      listener.close()
      http.closeAllConnections()
    },
  }
}
