import rateLimit from '@fastify/rate-limit'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { NETWORKS_OF_A_SITE, networkOf, siteOf } from './network.ts'

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
