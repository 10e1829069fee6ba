import { later, type Position } from '@medicready/domain/core/event'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { codesOfFieldWords, type ErrorBody, type ErrorCode, errors } from '@medicready/domain/refusals/shown/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { core } from 'zod'
import { isUnavailable } from '../retry.ts'
import { networkOf } from './network.ts'
import { CONSISTENCY_TOKEN } from './written.ts'

export const errorBody = (code: ErrorCode, message: string = errors[code].message): ErrorBody => ({
  message,
  code,
  ...(code === 'emailNotVerified' ? { emailNotVerified: true } : {}),
})

/** Our own pages never cause these, so they are logged as security events. */
const suspicious: ReadonlySet<ErrorCode> = new Set(['forbidden', 'secondFactorRequired', 'crossOrigin', 'invalidRequest', 'bodyTooLarge'])

function logRefusal(request: FastifyRequest, { code, issues }: ErrorBody): void {
  const { method, routeOptions, identity, ip } = request
  request.log.info(
    {
      security: 'refused',
      code,
      call: `${method} ${routeOptions.url ?? 'unknown'}`,
      userId: identity?.userId ?? null,
      network: networkOf(ip),
      ...(issues && { fields: issues.map(({ path }) => path) }),
    },
    'a call was refused',
  )
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
}

function refusalOf(error: FastifyError): ErrorBody {
  if (error instanceof Rejection) {
    const { code, words, issues, examId } = error
    return { ...errorBody(code, words ?? undefined), ...(examId !== null && { examId }), ...(issues.length > 0 && { issues: [...issues] }) }
  }
  // Errors in our own answers have no validation context.
  if (error instanceof core.$ZodError && error.validationContext !== undefined) {
    const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    const message = issues[0]?.message
    return { ...errorBody(codesOfFieldWords[message ?? ''] ?? 'invalidRequest', message), issues }
  }
  if (isUnavailable(error)) return errorBody('unavailable')
  if (error.statusCode === 429) return errorBody('tooManyRequests')
  if (error.statusCode !== undefined && error.statusCode < 500) return errorBody(fastifyCodes[error.code] ?? 'invalidRequest')
  return errorBody('internal')
}

/** The next page must show what caused a conflict. Visitors learn nothing more about an account. */
const knownAt = ({ decidedAt }: Rejection, request: FastifyRequest, status: number): Position | null =>
  later(status === 409 ? decidedAt : null, request.identity ? request.decidedAt : null)

/** Unforeseen errors are logged and answered as `internal` without details. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = refusalOf(error)
  const { status } = errors[body.code]
  if (error instanceof Rejection && error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds))
  const known = error instanceof Rejection ? knownAt(error, request, status) : null
  if (known) reply.header(CONSISTENCY_TOKEN, known.commit.toString())
  if (suspicious.has(body.code)) logRefusal(request, body)
  if (body.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (body.code === 'unavailable') {
    request.log.warn({ err: error }, 'a part of the product is unavailable')
    reply.header('retry-after', '1')
  }
  return reply.code(status).send(body)
}

export const sendNotFound = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(errors.routeNotFound.status).send(errorBody('routeNotFound'))
