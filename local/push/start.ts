import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { newReceivingKeys, openMessage, type ReceivingKeys, senderOf } from './message.ts'

export interface TakenPush {
  readonly deviceId: string
  readonly content: string
  readonly topic: string | null
  readonly seconds: number
  readonly urgency: string
  readonly at: string
}

export interface StandInSubscription {
  readonly endpoint: string
  readonly expirationTime: null
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const Behaviour = z.object({
  status: z.int().min(200).max(599).default(201),
  milliseconds: z.int().min(0).default(0),
  times: z.int().min(1).default(1_000_000),
})
export type Behaviour = z.input<typeof Behaviour>

const NewDevice = z.object({ applicationServerKey: z.string().optional() })

interface Device extends ReceivingKeys {
  readonly applicationServerKey: string | null
  behaviour: z.output<typeof Behaviour> | null
}

const MOST_BYTES = 4_096
const host = '127.0.0.1'

export async function startPushService({ port }: { port: number }) {
  const devices = new Map<string, Device>()
  const taken: TakenPush[] = []
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body, headers }) => reply(response, status, body, headers),
      (error: unknown) => reply(response, 400, { message: String(error) }),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage): Promise<Answer> {
    const [, room = '', id = '', what = ''] = new URL(request.url ?? '/', url).pathname.split('/')
    const body = await bytesOf(request)
    const asked = `${request.method} /${room}${id && '/:id'}${what && `/${what}`}`
    const device = devices.get(id)
    switch (asked) {
      case 'GET /health':
        return { status: 200, body: { ready: true } }
      case 'GET /messages':
        return { status: 200, body: taken }
      case 'POST /devices':
        return { status: 201, body: newDevice(NewDevice.parse(json(body))) }
      case 'POST /devices/:id/behaviour':
        if (!device) return { status: 404 }
        device.behaviour = Behaviour.parse(json(body))
        return { status: 204 }
      case 'DELETE /devices/:id':
        return { status: devices.delete(id) ? 204 : 404 }
      case 'POST /push/:id':
        return device ? take(id, device, request, body) : { status: 404 }
      default:
        return { status: 404 }
    }
  }

  function newDevice({ applicationServerKey = null }: { applicationServerKey?: string | null | undefined }): StandInSubscription {
    const id = randomBytes(24).toString('base64url')
    const device = { curve: newReceivingKeys(), auth: randomBytes(16), applicationServerKey, behaviour: null }
    devices.set(id, device)
    const keys = { p256dh: device.curve.getPublicKey('base64url'), auth: device.auth.toString('base64url') }
    return { endpoint: `${url}/push/${id}`, expirationTime: null, keys }
  }

  async function take(deviceId: string, device: Device, { headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const { behaviour } = device
    if (behaviour && --behaviour.times <= 0) device.behaviour = null
    const answered = () => sleep(behaviour?.milliseconds ?? 0)
    if (behaviour && behaviour.status >= 300) {
      await answered()
      return { status: behaviour.status }
    }
    if (body.length > MOST_BYTES) return { status: 413 }
    const seconds = Number(headers.ttl)
    if (!Number.isInteger(seconds) || seconds < 0) return { status: 400, body: { message: 'TTL is missing.' } }
    if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, body: { message: 'Only aes128gcm is read.' } }
    try {
      const sender = senderOf(headers.authorization, url, Date.now())
      if (device.applicationServerKey !== null && sender !== device.applicationServerKey) return { status: 403 }
    } catch (error) {
      return { status: 401, body: { message: String(error) } }
    }
    const topic = typeof headers.topic === 'string' ? headers.topic : null
    const urgency = typeof headers.urgency === 'string' ? headers.urgency : 'normal'
    taken.push({ deviceId, content: openMessage(body, device), topic, seconds, urgency, at: new Date().toISOString() })
    await answered()
    return { status: 201, headers: { location: `${url}/messages` } }
  }

  return {
    url,
    subscribe: (applicationServerKey?: string): StandInSubscription => newDevice({ applicationServerKey }),
    behave(subscription: StandInSubscription, behaviour: Behaviour): void {
      const device = devices.get(idOf(subscription))
      if (!device) throw new Error('There is no such device.')
      device.behaviour = Behaviour.parse(behaviour)
    },
    forget: (subscription: StandInSubscription): boolean => devices.delete(idOf(subscription)),
    taken: (subscription?: StandInSubscription): readonly TakenPush[] =>
      subscription ? taken.filter(({ deviceId }) => deviceId === idOf(subscription)) : taken,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const idOf = ({ endpoint }: StandInSubscription): string => endpoint.slice(endpoint.lastIndexOf('/') + 1)
const json = (body: Buffer): unknown => (body.length === 0 ? {} : JSON.parse(body.toString('utf8')))

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function reply(response: ServerResponse, status: number, body: unknown = null, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(status === 204 ? undefined : JSON.stringify(body))
}
