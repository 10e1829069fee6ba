import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import qs from 'qs'
import Stripe from 'stripe'
import type { Call } from './calls.ts'
import { everyCall } from './every-call.ts'
import { expanded } from './expansion.ts'
import { newId } from './ids.ts'
import { invalid, Refusal } from './refusals.ts'
import type { Storage } from './storage.ts'
import { DAY } from './time.ts'
import type { Turn } from './turn.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Setup {
  readonly storage: Storage
  readonly secretKey: string
  readonly turn: (request: Stripe.Event.Request) => Turn
}

/** As deep and as many as Stripe's forms ever are. */
const FORM = { depth: 10, arrayLimit: 1_000, parameterLimit: 5_000 }

const routes = Object.entries(everyCall).map(([key, call]) => {
  const [method, address = ''] = key.split(' ')
  return { method, pattern: new RegExp(`^${address.replace(':id', '([^/]+)')}$`), call }
})

/** More than one call may fit an address with an id in it: the one without is meant then. */
function routeOf(method: string, path: string): { call: Call; id: string } | undefined {
  const fits = routes.flatMap((route) => {
    const match = route.method === method ? route.pattern.exec(path) : null
    return match ? [{ call: route.call, id: match[1] === undefined ? '' : decodeURIComponent(match[1]) }] : []
  })
  return fits.find(({ id }) => id === '') ?? fits[0]
}

/**
 * Answers a request of the API. What it answers is on the disk, with the events of it, and with its idempotency key.
 */
export function answerRequest(request: Request, { storage, secretKey, turn }: Setup): Answer {
  const id = newId('req', 14)
  const key = request.headers['idempotency-key']
  const idempotencyKey = typeof key === 'string' && request.method !== 'GET' ? key : null
  const headers = {
    'request-id': id,
    'stripe-version': Stripe.API_VERSION,
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  const refused = unauthorized(request, secretKey)
  if (refused) return { ...asAnswer(refused), headers }
  return storage.transaction(() => {
    const kept = idempotencyKey === null ? undefined : storage.keptAnswer(idempotencyKey)
    const hash = createHash('sha256').update(`${request.method} ${request.path}?${request.query}\n${request.body}`).digest('hex')
    if (kept && kept.at > Date.now() - DAY * 1_000) {
      if (kept.request === hash)
        return { status: kept.status, body: kept.body, headers: { ...headers, 'idempotent-replayed': 'true', 'original-request': id } }
      return { ...asAnswer(otherRequest(idempotencyKey ?? '')), headers }
    }
    const { status, body, isKept } = carryOut(request, storage, turn({ id, idempotency_key: idempotencyKey }))
    if (idempotencyKey && isKept) storage.keepAnswer(idempotencyKey, { request: hash, status, body, at: Date.now() })
    return { status, body, headers }
  })
}

const otherRequest = (key: string): Refusal =>
  new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

function unauthorized({ headers }: Request, secretKey: string): Refusal | null {
  const given = keyIn(headers.authorization ?? '')
  const [one, other] = [given, secretKey].map((text) => createHash('sha256').update(text).digest())
  if (!one || !other || !timingSafeEqual(one, other)) {
    const message = given ? `Invalid API Key provided: ${given.slice(0, 8)}****` : 'You did not provide an API key.'
    return new Refusal(401, { type: 'invalid_request_error', message })
  }
  const version = headers['stripe-version']
  if (version !== undefined && version !== Stripe.API_VERSION)
    return invalid(`This stand-in answers as version ${Stripe.API_VERSION} of the API and as no other: ${version}.`)
  return null
}

/** As a token, or as the user of a sign-in without a password, which is how curl sends it. */
function keyIn(authorization: string): string {
  const [scheme, value = ''] = authorization.split(' ')
  return scheme === 'Basic' ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value
}

const asAnswer = ({ status, body }: Refusal) => ({ status, body: JSON.stringify({ error: body }, null, 2) })

/** What is refused leaves nothing behind; only what was refused while it was carried out is remembered by its key. */
function carryOut(request: Request, storage: Storage, turn: Turn): { status: number; body: string; isKept: boolean } {
  const route = routeOf(request.method, request.path)
  if (!route) {
    const message = `Unrecognized request URL (${request.method}: ${request.path}).`
    return { ...asAnswer(new Refusal(404, { type: 'invalid_request_error', message })), isKept: false }
  }
  try {
    const { expand = [], ...parameters } = qs.parse(request.method === 'POST' ? request.body : request.query, FORM)
    const paths = (Array.isArray(expand) ? expand : Object.values(expand)).map(String)
    const answer = storage.part(() =>
      expanded(turn, refreshed(turn, structuredCloneOf(route.call.answer(turn, parameters, route.id))), paths),
    )
    return { status: 200, body: JSON.stringify(answer, null, 2), isKept: true }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...asAnswer(error), isKept: error.body.code !== 'parameter_unknown' && error.body.code !== 'parameter_missing' }
  }
}

/** As it goes over the wire. */
const structuredCloneOf = (object: object): object => JSON.parse(JSON.stringify(object))

/** Of an event it is told how many deliveries of it are still to be made. */
function refreshed(turn: Turn, answer: object): object {
  if (!('object' in answer)) return answer
  if (answer.object === 'list' && 'data' in answer && Array.isArray(answer.data)) {
    for (const item of answer.data) refreshed(turn, item)
  } else if (answer.object === 'event' && 'id' in answer) {
    Object.assign(answer, { pending_webhooks: turn.storage.deliveriesOf(String(answer.id)) })
  }
  return answer
}
