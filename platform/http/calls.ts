import type { Access, Call } from '@medicready/domain/contract/call'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import { errors } from '@medicready/domain/contract/errors'
import { Rejection } from '@medicready/domain/rejection'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import type { Identities, Identity } from './identity.ts'

type Definition<Key extends CallKey> = (typeof contract)[Key]
type Parsed<Key extends CallKey, Part extends 'params' | 'query' | 'body'> =
  Definition<Key> extends Record<Part, infer Schema> ? (Schema extends z.ZodType ? z.output<Schema> : undefined) : undefined

/** A call as its handler receives it: checked against the contract. */
export interface CallRequest<Key extends CallKey> {
  readonly params: Parsed<Key, 'params'>
  readonly query: Parsed<Key, 'query'>
  readonly body: Parsed<Key, 'body'>
  /** Who calls; null only where visitors may call and nobody is signed in. */
  readonly identity: Definition<Key>['access'] extends 'visitor' ? Identity | null : Identity
  readonly http: FastifyRequest
}

export type Handler<Key extends CallKey> = (request: CallRequest<Key>, reply: FastifyReply) => Promise<z.input<Definition<Key>['response']>>

type Service = Definition<CallKey>['service']
export type CallKeyOf<Of extends Service> = { [Key in CallKey]: Definition<Key>['service'] extends Of ? Key : never }[CallKey]

/** Handlers for every call that a service answers: one that is missing is a type error. */
export type Handlers<Of extends Service> = { readonly [Key in CallKeyOf<Of>]: Handler<Key> }

const refusal = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errors) as [string, ...string[]]),
  emailNotVerified: z.literal(true).optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

const allowed: Record<Access, (identity: Identity | null) => void> = {
  visitor: () => {},
  student: (identity) => {
    if (!identity) throw new Rejection('notSignedIn')
  },
  admin: (identity) => {
    if (!identity) throw new Rejection('notSignedIn')
    if (identity.role !== 'admin') throw new Rejection('forbidden')
  },
}

/**
 * Answers a service's calls as the contract defines them. The routes stand in one scope for each kind of caller, which checks who calls before anything of the request
 * is read; parameters and bodies are validated; responses are stripped to what the contract names.
 */
export function registerCalls<Of extends Service>(
  app: FastifyInstance,
  identities: Identities,
  handlers: Handlers<Of>,
  /** What the scope of visitors' calls has beside: sessions, where people sign in. */
  prepareVisitorScope: (scope: FastifyInstance) => Promise<void> = async () => {},
): void {
  for (const access of ['visitor', 'student', 'admin'] as const) {
    app.register(async (scope) => {
      if (access === 'visitor') await prepareVisitorScope(scope)
      scope.decorateRequest('identity', null)
      scope.addHook('onRequest', async (request) => {
        const identity = await identities.of(request)
        allowed[access](identity)
        request.identity = identity
      })
      for (const [key, handler] of Object.entries(handlers) as [CallKey, Handler<CallKey>][]) {
        const definition: Call = contract[key]
        if (definition.access === access) registerCall(scope, key, definition, handler)
      }
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
}

function registerCall(scope: FastifyInstance, key: CallKey, definition: Call, handler: Handler<CallKey>): void {
  const [method, path] = key.split(' ') as [HTTPMethods, string]
  const { params, query, body, response, status = 200 } = definition
  scope.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: definition.summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: response, '4xx': refusal, '5xx': refusal },
    },
    handler: async (request, reply) => {
      reply.code(status)
      const { params, query, body, identity } = request
      return handler({ params, query, body, identity, http: request } as CallRequest<CallKey>, reply)
    },
  })
}
