import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Clockwork } from './clockwork.ts'
import { answerPage, isPage } from './pages.ts'
import { type Answer, answerRequest, type Request } from './requests.ts'
import { Storage } from './storage.ts'
import { DAY } from './time.ts'
import { Turn } from './turn.ts'
import { type Disorder, deliveriesOf, type Endpoint, Webhooks } from './webhooks.ts'

export interface RunningStripe {
  readonly port: number
  /** What `STRIPE_API_BASE` is set to. */
  readonly url: string
  /**
   * Moves the clock of the server forward, by seconds; what was due until then has happened afterwards. Returns its
   * time.
   */
  moveForward(seconds: number): number
  close(): Promise<void>
}

/** Thrown when nothing can listen at the address. */
export class AddressInUse extends Error {}

export interface Options {
  /** 0 for any that is free. */
  readonly port: number
  /** Holds what it knows; made if missing. */
  readonly directory: string
  /** The key by which the product is known. */
  readonly secretKey: string
  /** Who is told of events; no one when not given. */
  readonly endpoint?: Endpoint
  readonly disorder?: Disorder
  /** Whether what it has answered outlives whatever becomes of the machine; it does, unless a past is made up. */
  readonly isDurable?: boolean
}

const HOST = '127.0.0.1'
const LONGEST_BODY = 1024 * 1024

/** @throws AddressInUse */
export async function startStripe({ port, directory, secretKey, endpoint, disorder, isDurable = true }: Options): Promise<RunningStripe> {
  const server = createServer()
  server.listen(port, HOST)
  await Promise.race([once(server, 'listening'), once(server, 'error').then(([error]) => Promise.reject(inUse(error, port)))])
  const { port: opened } = server.address() as AddressInfo
  const storage = new Storage(directory, { isDurable })
  const common = {
    storage,
    address: `http://localhost:${opened}`,
    deliveriesOf: (event: string) => (endpoint ? deliveriesOf(event, disorder ?? { chance: 0, seed: '' }) : []),
  }
  const webhooks = endpoint && new Webhooks(storage, endpoint)
  const wake = () => webhooks?.wake()
  const clockwork = new Clockwork({ storage, turnAt: (at) => new Turn({ ...common, at }), wake })

  function answer(request: Request): Answer {
    if (isPage(request.path))
      return answerPage(request, { storage, turn: () => new Turn(common), moveForward: (by) => clockwork.moveForward(by) })
    const answered = answerRequest(request, { storage, secretKey, turn: (request) => new Turn({ ...common, request }) })
    if (request.path.endsWith('/advance')) setImmediate(() => clockwork.tick())
    return answered
  }

  /** A fault of ours is said as Stripe says one of its own; nothing of the request was kept. */
  function answerOrFail(request: Request): Answer {
    try {
      return answer(request)
    } catch (error) {
      console.error(`${request.method} ${request.path}`, error)
      const body = { error: { type: 'api_error', message: 'The stand-in for Stripe failed: it said why on its console.' } }
      return { status: 500, headers: {}, body: JSON.stringify(body) }
    }
  }

  server.on('request', (incoming, response) => {
    readRequest(incoming).then(
      (request) => {
        respond(response, answerOrFail(request))
        setImmediate(wake)
      },
      () => incoming.destroy(),
    )
  })
  storage.forgetAnswersBefore(Date.now() - DAY * 1_000)
  clockwork.tick()

  return {
    port: opened,
    url: `http://${HOST}:${opened}`,
    moveForward: (seconds) => clockwork.moveForward(seconds),
    async close() {
      clockwork.close()
      webhooks?.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      storage.close()
    },
  }
}

const inUse = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE' ? new AddressInUse(`${HOST}:${port} is taken`, { cause: error }) : error

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const [path = '/', query = ''] = url.split('?', 2)
  const parts: Buffer[] = []
  let length = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length
    if (length > LONGEST_BODY) throw new Error('The body is too long.')
    parts.push(part)
  }
  return { method, path, query, headers, body: Buffer.concat(parts).toString() }
}

function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
  response.end(body)
}
