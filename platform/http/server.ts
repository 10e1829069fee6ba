import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type FastifyBaseLogger, type FastifyInstance, type FastifySchemaCompiler, fastify, LogController } from 'fastify'
import helmet from 'helmet'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import type { Logger } from '../logger.ts'
import { startSpan } from '../tracing.ts'
import { sendError, sendNotFound } from './refusals.ts'

const Package = z.object({ version: z.string() })

export const PRODUCT_VERSION = Package.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Details are visible to all callers. */
export interface ServiceReadiness {
  readonly ready: boolean
  readonly [detail: string]: unknown
}

interface ServerOptions {
  readonly name: string
  readonly logger: Logger
  readonly believed?: readonly string[]
  /** Serves health and metrics on this server, open to all who reach it. */
  readonly readiness?: AskReadiness
}

type AskReadiness = () => Promise<ServiceReadiness>

const MAX_BODY_BYTES = 64 * 1024
const REQUEST_MILLISECONDS = 30_000
const CONNECTIONS_ARE_CHECKED_EVERY = 1_000
const correlationIdPattern = /^[\w-]{8,64}$/

export async function createServer({ name, logger, believed = [], readiness }: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: [...believed],
    requestTimeout: REQUEST_MILLISECONDS,
    http: { connectionsCheckingInterval: CONNECTIONS_ARE_CHECKED_EVERY },
    genReqId: (request) => {
      const given = request.headers['x-correlation-id']
      return typeof given === 'string' && correlationIdPattern.test(given) ? given : randomUUID()
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  app.setValidatorCompiler(validating)
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(schema.encode(data)),
  )
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)

  const metrics = new Registry()
  metrics.setDefaultLabels({ service: name })
  collectDefaultMetrics({ register: metrics })
  app.decorate('metrics', metrics)
  const info = { name: 'product_info', help: 'Of which version this service is.', labelNames: ['version'], registers: [metrics] }
  new Gauge(info).set({ version: PRODUCT_VERSION }, 1)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  })

  const isEdge = name === 'edge'
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const span = startSpan(`${request.method} ${route}`, { correlationId: request.id, isFirst: isEdge })
    if (!span) return done()
    reply.raw.once('close', () => span.end({ 'http.response.status_code': reply.statusCode }))
    span.within(done)
  })
  const headers = await securityHeaders()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-correlation-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  const isTold = logger.isLevelEnabled('debug')
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (isTold && !route.startsWith('/health') && route !== '/metrics')
      request.log.debug(
        { method: request.method, route, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
        'answered',
      )
    done()
  })

  if (readiness) tellOperators(app, metrics, readiness)
  return app
}

// By hand, because fastify-type-provider-zod brings along @fastify/swagger.
const validating: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const { error, data } = schema.safeParse(input)
    return error ? { error } : { value: data }
  }

export function tellOperators(app: FastifyInstance, metrics: Registry, readiness: AskReadiness): void {
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const state = await readiness().catch((error: unknown): ServiceReadiness => ({ ready: false, error: String(error) }))
    return reply.code(state.ready ? 200 : 503).send(state)
  })
  app.get('/metrics', async (_request, reply) => reply.header('content-type', metrics.contentType).send(await metrics.metrics()))
}

/** Features we do not use, by the names Chromium knows (it warns of others). Passkeys stay allowed. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Computed once, because they are the same for every answer. Only the edge knows whether to insist on https. */
async function securityHeaders(): Promise<OutgoingHttpHeaders> {
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: false,
  })
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  await new Promise<void>((resolve, reject) => {
    protect(response.req, response, (error) => (error === undefined ? resolve() : reject(error)))
  })
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS_POLICY }
}

const DRAINED_AFTER_MILLISECONDS = 1_000

/** A service that stops first takes no new connections, and closes each of the others with an answer. */
export function drainOnClose(app: FastifyInstance): void {
  app.addHook('preClose', () => {
    // The HTTP server's own `close` would also cut connections that a request is on its way on.
    Server.prototype.close.call(app.server)
    return sleep(DRAINED_AFTER_MILLISECONDS)
  })
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers send Sec-Fetch-Site or Origin; other programs send neither and carry no cookies by accident. */
export function refuseOtherOrigins(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin
  app.addHook('onRequest', async ({ method, headers }) => {
    if (safeMethods.has(method)) return
    const site = headers['sec-fetch-site']
    const same =
      site === undefined ? headers.origin === undefined || headers.origin === ownOrigin : site === 'same-origin' || site === 'none'
    if (!same) throw new Rejection('crossOrigin')
  })
}
