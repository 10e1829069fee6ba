import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FastifyError, type FastifyRequest, fastify } from 'fastify'
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

interface OfDevice {
  readonly Params: { readonly id: string }
}

const MOST_BYTES = 4_096

export async function startPushService({ port }: { port: number }) {
  const devices = new Map<string, Device>()
  const taken: TakenPush[] = []
  const app = fastify({ forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  app.setErrorHandler((error: FastifyError, _, reply) => reply.code(error.statusCode ?? 400).send({ message: error.message }))
  app.get('/health', async () => ({ ready: true }))
  app.get('/messages', async () => taken)
  app.post('/devices', async ({ body }, reply) => reply.code(201).send(newDevice(NewDevice.parse(json(body)))))
  app.post<OfDevice>('/devices/:id/behaviour', async ({ params, body }, reply) => {
    const device = devices.get(params.id)
    if (!device) return reply.code(404).send()
    device.behaviour = Behaviour.parse(json(body))
    return reply.code(204).send()
  })
  app.delete<OfDevice>('/devices/:id', async ({ params }, reply) => reply.code(devices.delete(params.id) ? 204 : 404).send())
  app.post<OfDevice & { Body: Buffer }>('/push/:id', { bodyLimit: MOST_BYTES }, async ({ params, headers, body }, reply) => {
    const device = devices.get(params.id)
    if (!device) return reply.code(404).send()
    const { behaviour } = device
    if (behaviour && --behaviour.times <= 0) device.behaviour = null
    const refuse = (status: number, message = '') => reply.code(status).send({ message })
    if (behaviour && behaviour.status >= 300) {
      await sleep(behaviour.milliseconds)
      return refuse(behaviour.status)
    }
    const seconds = Number(headers.ttl)
    if (!Number.isInteger(seconds) || seconds < 0) return refuse(400, 'TTL is missing.')
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(400, 'Only aes128gcm is read.')
    try {
      const sender = senderOf(headers.authorization, url, Date.now())
      if (device.applicationServerKey !== null && sender !== device.applicationServerKey) return refuse(403)
    } catch (error) {
      return refuse(401, String(error))
    }
    const topic = typeof headers.topic === 'string' ? headers.topic : null
    const urgency = typeof headers.urgency === 'string' ? headers.urgency : 'normal'
    taken.push({ deviceId: params.id, content: openMessage(body, device), topic, seconds, urgency, at: new Date().toISOString() })
    await sleep(behaviour?.milliseconds ?? 0)
    return reply.code(201).header('location', `${url}/messages`).send()
  })
  const url = await app.listen({ host: '127.0.0.1', port })

  function newDevice({ applicationServerKey = null }: { applicationServerKey?: string | null | undefined }): StandInSubscription {
    const id = randomBytes(24).toString('base64url')
    const device = { curve: newReceivingKeys(), auth: randomBytes(16), applicationServerKey, behaviour: null }
    devices.set(id, device)
    const keys = { p256dh: device.curve.getPublicKey('base64url'), auth: device.auth.toString('base64url') }
    return { endpoint: `${url}/push/${id}`, expirationTime: null, keys }
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
    close: (): Promise<void> => app.close(),
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>

const idOf = ({ endpoint }: StandInSubscription): string => endpoint.slice(endpoint.lastIndexOf('/') + 1)
const json = (body: unknown): unknown => (body instanceof Buffer && body.length > 0 ? JSON.parse(body.toString('utf8')) : {})
