import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js'

/** How a connection of HTTP/2 begins, as gRPC's do; no request of HTTP/1 begins so. */
const PREFACE = 'PRI '

export interface Door {
  readonly port: number
  readonly http: HttpServer
  /** Lets nobody in any more. */
  close(): void
}

/** Listens for gRPC and for HTTP/1 on one port. Rejects with what keeps it from listening. */
export async function openDoor(grpc: GrpcServer, host: string, port: number): Promise<Door> {
  const { injectConnection } = grpc.createConnectionInjector(ServerCredentials.createInsecure())
  const http = createHttpServer()
  const door = createServer({ noDelay: true }, (socket: Socket) => {
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
  door.listen(port, host)
  await once(door, 'listening')
  return {
    port: (door.address() as AddressInfo).port,
    http,
    close() {
      door.close()
      http.closeAllConnections()
    },
  }
}
