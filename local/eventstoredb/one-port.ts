import { once } from 'node:events'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js'

/** No HTTP/1 request starts with the first bytes of an HTTP/2 connection. */
const PREFACE = 'PRI '

export interface OpenPort {
  readonly port: number
  readonly http: HttpServer
  close(): void
}

/** Serves gRPC and HTTP/1 on one port; 0 picks a free one. */
export async function openPort(grpc: GrpcServer, host: string, port: number): Promise<OpenPort> {
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
