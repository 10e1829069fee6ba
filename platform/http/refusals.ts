import { codesOfFieldWords, type ErrorBody, type ErrorCode, errors } from '@medicready/domain/contract/errors'
import { later, type Position } from '@medicready/domain/event'
import { Rejection } from '@medicready/domain/rejection'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { core } from 'zod'
import { isUnavailable } from '../unavailable.ts'
import { networkOf } from './network.ts'
import { CONSISTENCY_TOKEN } from './written.ts'

/** The body of a refusal: the code, and its words. */
export const errorBody = (code: ErrorCode, message: string = errors[code].message): ErrorBody => ({
  message,
  code,
  ...(code === 'emailNotVerified' ? { emailNotVerified: true } : {}),
})

/** Refusals that the product's own screens never cause: they go to the security log. */
const suspicious: ReadonlySet<ErrorCode> = new Set(['forbidden', 'secondFactorRequired', 'crossOrigin', 'invalidRequest', 'bodyTooLarge'])

/** Says who was refused what, by which fields, and nothing of what was in them. */
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

/** Codes of Fastify's own refusals. Everything else that it refuses as malformed is `invalidRequest`. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
}

function refusalOf(error: FastifyError): ErrorBody {
  if (error instanceof Rejection) {
    const { code, words, issues, examId } = error
    return { ...errorBody(code, words ?? undefined), ...(examId !== null && { examId }), ...(issues.length > 0 && { issues: [...issues] }) }
  }
  // Fastify sets the context of errors in a request; one in an answer of ours has none.
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

/**
 * What is shown next must show what was in the way, and what was done before the refusal. A visitor is told only the
 * former: the rest could tell whether an account exists.
 */
const knownAt = ({ decidedAt }: Rejection, request: FastifyRequest, status: number): Position | null =>
  later(status === 409 ? decidedAt : null, request.identity ? request.decidedAt : null)

/**
 * Turns whatever was thrown into a refusal of the contract. An unforeseen error is logged and told as `internal`,
 * without its details.
 */
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
