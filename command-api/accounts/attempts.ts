import rateLimit from '@fastify/rate-limit'
import { Rejection } from '@medicready/domain/rejection'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Refuses with `tooManyRequests` whoever tries too often. */
export type CheckAttempts = (request: FastifyRequest, email?: string) => Promise<void>

/**
 * Limits attempts to sign in, register and ask for mails: by the caller's address, and by the email address that is
 * tried, wherever the attempts come from.
 */
export async function attemptLimits(app: FastifyInstance, perMinute: number): Promise<CheckAttempts> {
  await app.register(rateLimit, { global: false })
  const byAddress = app.createRateLimit({ max: perMinute, timeWindow: 60_000, keyGenerator: (request) => `address:${request.ip}` })
  const byEmail = app.createRateLimit({
    max: ATTEMPTS_PER_EMAIL,
    timeWindow: 60_000,
    keyGenerator: (request) => `email:${emails.get(request)}`,
  })
  const emails = new WeakMap<FastifyRequest, string>()
  return async (request, email) => {
    const checks = [await byAddress(request)]
    if (email !== undefined) {
      emails.set(request, email.toLowerCase())
      checks.push(await byEmail(request))
    }
    if (checks.some((check) => !check.isAllowed && check.isExceeded)) throw new Rejection('tooManyRequests')
  }
}

const ATTEMPTS_PER_EMAIL = 10
