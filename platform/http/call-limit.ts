import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { networkOf } from './network.ts'

const MINUTE = 60_000
/** Callers whose calls are counted at a time. */
const REMEMBERED = 100_000

/**
 * Bounds how many calls one caller makes in a minute, and tells them with each answer how many are left
 * (`RateLimit-Limit`, `-Remaining`, `-Reset`). Whoever is signed in is a caller, with all their sessions; visitors are
 * one with their network. Each process counts for itself: this keeps one caller from taking the place of the others,
 * and is no lock.
 */
export async function limitCalls(app: FastifyInstance, perMinute: number): Promise<preHandlerAsyncHookHandler> {
  await app.register(rateLimit, { global: false, enableDraftSpec: true })
  return app.rateLimit({ max: perMinute, timeWindow: MINUTE, cache: REMEMBERED, keyGenerator: callerOf })
}

const callerOf = ({ identity, ip }: FastifyRequest): string => (identity ? `user ${identity.userId}` : `network ${networkOf(ip)}`)
