import type { Readable } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import { hasRight, needsSecondFactor } from '@medicready/domain/accounts/shown/rights'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { upgradeWords } from '@medicready/domain/billing/shown/plan-words'
import { type Tier, tierNames } from '@medicready/domain/billing/shown/tiers'
import { type Access, accesses, type Call, type Calls, type PageQuery, queryOf, type Service } from '@medicready/domain/contract/call/call'
import type { Position } from '@medicready/domain/core/event'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type ErrorCode, errors } from '@medicready/domain/refusals/shown/errors'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods, preHandlerAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import type { Identity } from './identity.ts'
import { isMadeHere, isThisMachine, NETWORKS_OF_A_SITE, networkOf, siteOf } from './network.ts'
import { CONSISTENCY_TOKEN, rememberWritten } from './written.ts'

const MINUTE = 60_000
const REMEMBERED = 100_000

/** Users count once across sessions, visitors by network. Per process: it protects callers and is no security limit. */
export async function limitCalls(
  app: FastifyInstance,
  perMinute: number,
  callerOf: (request: FastifyRequest) => string = callerOfCall,
): Promise<preHandlerAsyncHookHandler> {
  await app.register(rateLimit, { global: false, enableDraftSpec: true })
  const shared = { timeWindow: MINUTE, cache: REMEMBERED }
  const ofCaller = app.rateLimit({ ...shared, max: perMinute, keyGenerator: callerOf })
  const countForSite = app.createRateLimit({ ...shared, max: perMinute * NETWORKS_OF_A_SITE, keyGenerator: ({ ip }) => `${siteOf(ip)}` })
  return async function (request, reply) {
    await ofCaller.call(this, request, reply)
    const isVisitor = callerOf(request) === `network ${networkOf(request.ip)}`
    if (!isVisitor || siteOf(request.ip) === null) return
    const counted = await countForSite(request)
    if (!counted.isAllowed && counted.isExceeded) throw new Rejection('tooManyRequests', [], counted.ttlInSeconds)
  }
}

export const visitorOf = ({ ip }: FastifyRequest): string => `network ${networkOf(ip)}`
const callerOfCall = (request: FastifyRequest): string => (request.identity ? `user ${request.identity.userId}` : visitorOf(request))

type Parsed<C extends Call, Part extends 'params' | 'query' | 'body'> =
  C extends Record<Part, infer Schema> ? (Schema extends z.core.$ZodType ? z.output<Schema> : undefined) : undefined

export interface CallRequest<C extends Call, Context = null> {
  readonly params: Parsed<C, 'params'>
  readonly query: C extends { page: true }
    ? PageQuery & (Parsed<C, 'query'> extends undefined ? unknown : Parsed<C, 'query'>)
    : Parsed<C, 'query'>
  readonly body: C extends { rawBody: true } ? Buffer : Parsed<C, 'body'>
  readonly identity: C['access'] extends 'visitor' ? Identity | null : Identity
  readonly http: FastifyRequest
  readonly context: Context
}

export interface Page<List> {
  readonly items: List
  readonly next: string | null
}

export interface FileToSend {
  readonly name: string
  readonly bytes: Readable | Buffer
  /** Derived from the bytes. With it, the file is public and may be cached. */
  readonly etag?: string
}

/** An image or a sound. */
export interface MediaToSend {
  readonly mediaType: string
  readonly bytes: Buffer
  readonly etag: string
}

type Body<C extends Call> = C extends { file: 'image/*' | 'audio/wav' }
  ? MediaToSend
  : C extends { file: string }
    ? FileToSend
    : z.input<C['response']>
type Result<C extends Call> = C extends { page: true } ? Page<Body<C>> : Body<C>

export type Handler<C extends Call, Context = null> = (request: CallRequest<C, Context>, reply: FastifyReply) => Promise<Result<C>>

export type KeysOf<All extends Calls, Of extends Service> = {
  [Key in keyof All]: All[Key]['service'] extends Of ? Key : never
}[keyof All] &
  string

/** A missing handler is a type error. */
export type Handlers<All extends Calls, Of extends Service, Context = null> = {
  readonly [Key in KeysOf<All, Of>]: Handler<All[Key], Context>
}

const refusal = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errors) as [string, ...string[]]),
  emailNotVerified: z.literal(true).optional(),
  examId: z.uuid().optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

interface AccessRules {
  /** Never cached: the command API reads the log, the read API its read model. */
  readonly roleOf: (userId: string) => Promise<UserRole>
  /** Calls that need a right also need a second factor, unless both are on this machine. */
  readonly publicUrl: string
}

type Caller = Pick<FastifyRequest, 'identity' | 'ip' | 'hostname' | 'headers'>

export async function refusalFor(access: Access, caller: Caller, { roleOf, publicUrl }: AccessRules): Promise<ErrorCode | null> {
  const { identity } = caller
  if (access === 'visitor') return null
  if (!identity) return 'notSignedIn'
  if (access === 'signedIn') return null
  const role = await roleOf(identity.userId)
  if (!hasRight(role, access)) return 'forbidden'
  return isSecondFactorMissing(role, caller, publicUrl) ? 'secondFactorRequired' : null
}

export const isSecondFactorMissing = (role: UserRole, caller: Caller, publicUrl: string): boolean =>
  needsSecondFactor(role) && !caller.identity?.hasSecondFactor && !(isThisMachine(publicUrl) && isMadeHere(caller))

export interface Identification {
  of(request: FastifyRequest): Promise<Identity | null>
}

interface CallsOptions<All extends Calls, Of extends Service, Context> extends AccessRules {
  readonly calls: All
  readonly service: Of
  readonly handlers: Handlers<All, Of, Context>
  readonly contextOf: (request: FastifyRequest) => Context
  readonly identities: Identification
  readonly callsPerMinute: number
  /** The command API reads the log, so an ended tier stops at once; the read API may lag. */
  readonly tierOf: (userId: string, request: FastifyRequest) => Promise<Tier>
  readonly prepareVisitorScope?: (scope: FastifyInstance) => Promise<void>
}

/** One scope per kind of caller checks who calls and how often before anything is parsed. */
export function registerCalls<All extends Calls, Of extends Service, Context>(
  app: FastifyInstance,
  options: CallsOptions<All, Of, Context>,
): void {
  app.register(async (scope) => {
    const limit = await limitCalls(scope, options.callsPerMinute)
    for (const access of accesses) scope.register(callsFor(access, limit, options))
  })
}

function callsFor<All extends Calls, Of extends Service, Context>(
  access: Access,
  limit: preHandlerAsyncHookHandler,
  options: CallsOptions<All, Of, Context>,
): FastifyPluginAsync {
  const { calls, handlers, identities, prepareVisitorScope } = options
  return async (scope) => {
    if (access === 'visitor') await prepareVisitorScope?.(scope)
    scope.decorateRequest('identity', null)
    scope.decorateRequest('decidedAt', null)
    scope.addHook('onRequest', async (request, reply) => {
      request.identity = await identities.of(request)
      if (!request.routeOptions.config.isSigned) await limit.call(scope, request, reply)
      const refusal = await refusalFor(access, request, options)
      if (refusal) throw new Rejection(refusal)
    })
    scope.addHook('onSend', async (_request, reply) => rememberWritten(reply, options.publicUrl))
    for (const [key, handler] of Object.entries(handlers) as [string, Handler<Call, Context>][]) {
      const definition = calls[key]
      if (definition?.access !== access) continue
      if (definition.rawBody)
        scope.register(async (raw) => {
          takeBytes(raw)
          registerCall(raw, key, definition, handler, options)
        })
      else registerCall(scope, key, definition, handler, options)
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Latest event that its commands were decided on. */
    decidedAt: Position | null
  }
  interface FastifyContextConfig {
    readonly isSigned?: true
  }
}

function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function registerCall<Context>(
  scope: FastifyInstance,
  key: string,
  definition: Call,
  handler: Handler<Call, Context>,
  { tierOf, contextOf }: Pick<CallsOptions<Calls, Service, Context>, 'tierOf' | 'contextOf'>,
): void {
  const [method, path] = key.split(' ') as [HTTPMethods, string]
  const { params, body, maxBytes, file, response, tier, isSigned, status = 200 } = definition
  const query = queryOf(definition)
  scope.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { ...(!file && { [status]: response }), '4xx': refusal, '5xx': refusal },
    },
    ...(maxBytes !== undefined && { bodyLimit: maxBytes }),
    ...(isSigned && { config: { isSigned } }),
    ...(tier && {
      onRequest: async (request: FastifyRequest) =>
        refuseBelow(tier, request.identity ? await tierOf(request.identity.userId, request) : 'free'),
    }),
    handler: async (request, reply) => {
      reply.code(status)
      const { params, query, body, identity } = request
      const given = definition.rawBody ? (body ?? Buffer.alloc(0)) : body
      const context = contextOf(request)
      const result = await handler({ params, query, body: given, identity, http: request, context } as CallRequest<Call, Context>, reply)
      return send(result, definition, request, reply)
    },
  })
}

function refuseBelow(required: Tier, tier: Tier): void {
  if (tierNames.indexOf(tier) < tierNames.indexOf(required))
    throw new Rejection('tierRequired', [], null, `Upgrade Required - ${upgradeWords('This', required)}`)
}

/** Headers tell the next page and how far a reader must be. */
function send(result: unknown, { page, file }: Call, request: FastifyRequest, reply: FastifyReply): unknown {
  if (request.decidedAt) reply.header(CONSISTENCY_TOKEN, request.decidedAt.commit.toString())
  if (page) {
    const { items, next } = result as Page<unknown>
    if (next !== null) reply.header('link', `<${addressOf(request, next)}>; rel="next"`)
    return items
  }
  if (file === 'image/*' || file === 'audio/wav') return sendMedia(result as MediaToSend, request, reply)
  return file ? sendFile(result as FileToSend, file, request, reply) : result
}

function sendFile({ name, bytes, etag }: FileToSend, type: string, request: FastifyRequest, reply: FastifyReply): unknown {
  if (etag !== undefined) {
    reply.header('cache-control', 'public, no-cache').header('etag', `"${etag}"`)
    if (isHad(request, etag)) return reply.code(304).send()
  }
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
  return bytes
}

/** A proxy that compresses marks tags as weak. */
const isHad = ({ headers }: FastifyRequest, etag: string): boolean => headers['if-none-match']?.replace(/^W\//, '') === `"${etag}"`

/** Must not execute anything, even opened directly. An address never changes its content. */
function sendMedia({ mediaType, bytes, etag }: MediaToSend, request: FastifyRequest, reply: FastifyReply): unknown {
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('etag', `"${etag}"`)
  if (isHad(request, etag)) return reply.code(304).send()
  reply.type(mediaType)
  return mediaType.startsWith('audio/') ? sendPart(bytes, request, reply) : reply.send(bytes)
}

/** Safari plays only what it can get in parts. Other ranges are ignored, as RFC 9110 allows. */
function sendPart(bytes: Buffer, { headers }: FastifyRequest, reply: FastifyReply): unknown {
  reply.header('accept-ranges', 'bytes')
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  const last = Math.min(bytes.length - 1, to ? Number(to) : bytes.length)
  if (from === undefined || Number(from) > last) return reply.send(bytes)
  reply.code(206).header('content-range', `bytes ${Number(from)}-${last}/${bytes.length}`)
  return reply.send(bytes.subarray(Number(from), last + 1))
}

function addressOf({ url }: FastifyRequest, cursor: string): string {
  const [path = '', query = ''] = url.split('?', 2)
  const search = new URLSearchParams(query)
  search.set('cursor', cursor)
  return `${path}?${search}`
}
