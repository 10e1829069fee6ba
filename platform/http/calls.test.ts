import { type UserRole, userRoles } from '@medicready/domain/accounts/shown/rules'
import type { Tier } from '@medicready/domain/billing/shown/tiers'
import { type Calls, giveTutoring, reviewQuestions, runBusiness, signedIn, visitor } from '@medicready/domain/contract/call/call'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLogger } from '../logger.ts'
import { quietLogger } from '../testing/quiet-logger.ts'
import { type Handlers, type Identification, registerCalls } from './calls.ts'
import type { Identity } from './identity.ts'
import { openApiOf } from './openapi.ts'
import { createServer } from './server.ts'

/** Its own contract, with a call of each kind. */
const calls = {
  'POST /api/exams': signedIn.command({
    summary: 'Begin an exam.',
    tier: 'premium',
    body: z.object({ kind: z.string() }),
    status: 201,
    response: z.object({ examId: z.string() }),
    errors: ['conflict'],
    example: { body: { kind: 'full' } },
  }),
  'POST /api/webhook': visitor.command({
    summary: 'Hear of a payment.',
    rawBody: true,
    response: z.object({ bytes: z.int(), text: z.string() }),
  }),
  'POST /api/signed': visitor.command({
    summary: 'Hear of a payment from one who signs.',
    rawBody: true,
    isSigned: true,
    response: z.object({ bytes: z.int() }),
  }),
  'POST /api/plain': visitor.command({
    summary: 'Take a body as every call does.',
    body: z.object({ text: z.string() }),
    response: z.object({ text: z.string() }),
    example: { body: { text: 'plain' } },
  }),
} as const
const reads = {
  'GET /api/exams': signedIn.read({
    summary: 'All exams, page by page.',
    query: z.object({ kind: z.string().optional() }),
    page: true,
    response: z.array(z.object({ number: z.int() })),
    example: { query: { kind: 'full' } },
  }),
} as const

const business = {
  'GET /api/revenue': runBusiness.read({
    summary: 'What was earned.',
    response: z.object({ total: z.int() }),
  }),
  'GET /api/doubts': reviewQuestions.read({
    summary: 'Questions in doubt.',
    response: z.object({ total: z.int() }),
  }),
  'GET /api/students': giveTutoring.read({
    summary: 'Those who are tutored.',
    response: z.object({ total: z.int() }),
  }),
} as const

/** Like a use case that has appended something and then refuses. */
function refuseAfter(request: FastifyRequest): never {
  request.decidedAt = { commit: 9n, prepare: 9n }
  throw new Rejection('tierRequired')
}

const handlers: Handlers<typeof calls, 'command-api'> = {
  'POST /api/exams': async ({ body, http }) => {
    if (body.kind === 'taken') refuseAfter(http)
    http.decidedAt = { commit: 7n, prepare: 7n }
    return { examId: body.kind }
  },
  'POST /api/webhook': async ({ body }) => ({ bytes: body.length, text: body.toString() }),
  'POST /api/signed': async ({ body }) => ({ bytes: body.length }),
  'POST /api/plain': async ({ body, http }) => {
    if (body.text === 'taken') refuseAfter(http)
    return body
  },
}
const numbers = Array.from({ length: 25 }, (_, number) => ({ number, secret: 'not in the contract' }))
const readHandlers: Handlers<typeof reads, 'read-api'> = {
  'GET /api/exams': async ({ query: { cursor, limit } }) => {
    const from = Number(cursor ?? 0)
    return { items: numbers.slice(from, from + limit), next: from + limit < numbers.length ? String(from + limit) : null }
  },
}

const businessHandlers: Handlers<typeof business, 'read-api'> = {
  'GET /api/revenue': async () => ({ total: 1 }),
  'GET /api/doubts': async () => ({ total: 2 }),
  'GET /api/students': async () => ({ total: 3 }),
}

let app: FastifyInstance
let tier: Tier = 'free'
let role: UserRole = 'student'
let publicUrl = 'http://localhost:3000'
let ana: Identity

async function serverWith<All extends Calls, Of extends 'command-api' | 'read-api'>(
  all: All,
  service: Of,
  own: Handlers<All, Of>,
  { callsPerMinute = 1_000, logger = quietLogger } = {},
) {
  app = await createServer({ name: 'test', logger, believed: ['127.0.0.1'] })
  const identities: Identification = { of: async ({ headers }) => (headers.authorization ? ana : null) }
  registerCalls(app, {
    calls: all,
    service,
    contextOf: () => null,
    handlers: own,
    identities,
    callsPerMinute,
    publicUrl,
    roleOf: async () => role,
    tierOf: async () => tier,
  })
}
beforeEach(() => {
  ana = { userId: 'ana', sessionId: 'a session', hasSecondFactor: false }
  role = 'student'
  publicUrl = 'http://localhost:3000'
})
afterEach(() => app.close())

const bearer = { authorization: 'Bearer of a session' }
const begin = (headers: Record<string, string>) => app.inject({ method: 'POST', url: '/api/exams', headers, payload: { kind: 'full' } })

test('the answer to a command says how far a reader must be', async () => {
  await serverWith(calls, 'command-api', handlers)
  tier = 'premium'
  const answer = await begin(bearer)
  expect([answer.statusCode, answer.json(), answer.headers['consistency-token']]).toEqual([201, { examId: 'full' }, '7'])
  expect(answer.cookies).toEqual([{ name: 'medicready.written', value: '7', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 60 }])
})

test('so does a refusal based on newer facts, for signed-in callers', async () => {
  await serverWith(calls, 'command-api', handlers)
  tier = 'premium'
  const tokenOf = async (url: string, payload: object, headers: Record<string, string>) =>
    (await app.inject({ method: 'POST', url, headers, payload })).headers['consistency-token']
  expect(await tokenOf('/api/exams', { kind: 'taken' }, bearer)).toBe('9')
  expect(await tokenOf('/api/plain', { text: 'taken' }, bearer)).toBe('9')
  // Otherwise a visitor could learn whether an account exists.
  expect(await tokenOf('/api/plain', { text: 'taken' }, {})).toBeUndefined()
})

test('a call that needs a tier accepts that tier and higher ones', async () => {
  await serverWith(calls, 'command-api', handlers)
  expect((await begin({})).json()).toMatchObject({ code: 'notSignedIn' })
  for (tier of ['free', 'basic'] as const) {
    const refused = await begin(bearer)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({ code: 'tierRequired', message: 'Upgrade Required - This requires a Premium subscription or higher.' })
  }
  tier = 'premium'
  expect((await begin(bearer)).statusCode).toBe(201)
})

describe('a call that needs a right', () => {
  const ask = async (url: string, headers: Record<string, string> = bearer) => {
    const answer = await app.inject({ url, headers })
    return answer.statusCode === 200 ? 'answered' : answer.json().code
  }

  test('is open to the roles that have it', async () => {
    await serverWith(business, 'read-api', businessHandlers)
    expect(await ask('/api/revenue', {})).toBe('notSignedIn')
    const answers: Record<string, unknown> = {}
    for (role of userRoles) answers[role] = [await ask('/api/revenue'), await ask('/api/doubts')]
    expect(answers).toEqual({
      student: ['forbidden', 'forbidden'],
      educator: ['forbidden', 'answered'],
      tutor: ['forbidden', 'forbidden'],
      analyst: ['forbidden', 'forbidden'],
      admin: ['answered', 'answered'],
    })
  })

  test('is refused as soon as the role is revoked, even in a session that began with it', async () => {
    await serverWith(business, 'read-api', businessHandlers)
    role = 'admin'
    expect(await ask('/api/revenue')).toBe('answered')
    role = 'student'
    expect(await ask('/api/revenue')).toBe('forbidden')
  })

  test.each(['https://medicready.example', 'http://192.168.1.20:3000', 'http://localhost.medicready.example'])(
    "an administrator's password alone opens nothing at %s",
    async (address) => {
      publicUrl = address
      await serverWith(business, 'read-api', businessHandlers)
      role = 'admin'
      expect([await ask('/api/revenue'), await ask('/api/doubts')]).toEqual(['secondFactorRequired', 'secondFactorRequired'])
      ana = { ...ana, hasSecondFactor: true }
      expect([await ask('/api/revenue'), await ask('/api/doubts')]).toEqual(['answered', 'answered'])
    },
  )

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('a password is enough at %s', async (address) => {
    publicUrl = address
    await serverWith(business, 'read-api', businessHandlers)
    role = 'admin'
    expect(await ask('/api/revenue')).toBe('answered')
  })

  test("an educator's or a tutor's password alone opens no more than an administrator's", async () => {
    publicUrl = 'https://medicready.example'
    await serverWith(business, 'read-api', businessHandlers)
    for (role of ['educator', 'tutor'] as const)
      expect(await ask(`/api/${role === 'tutor' ? 'students' : 'doubts'}`)).toBe('secondFactorRequired')
    ana = { ...ana, hasSecondFactor: true }
    for (role of ['educator', 'tutor'] as const) expect(await ask(`/api/${role === 'tutor' ? 'students' : 'doubts'}`)).toBe('answered')
  })

  test.each([
    ['from another machine', { 'x-forwarded-for': '192.0.2.7' }],
    ['by the name of another machine', { host: 'medicready.example' }],
    ['through a proxy on this machine that the edge was not told of', { via: '1.1 proxy' }],
    ['through a proxy that signs itself', { forwarded: 'for=192.0.2.7' }],
  ])('a password is not enough %s, even if PUBLIC_URL was forgotten', async (_, headers) => {
    await serverWith(business, 'read-api', businessHandlers)
    role = 'admin'
    const isMadeHere = { 'x-forwarded-for': '127.0.0.1', host: 'localhost:3000' }
    expect(await ask('/api/revenue', { ...bearer, ...isMadeHere })).toBe('answered')
    expect(await ask('/api/revenue', { ...bearer, ...isMadeHere, ...headers })).toBe('secondFactorRequired')
  })
})

describe('a call that takes a raw body', () => {
  const payload = '{ "amount":  5.00 }'
  test.each(['application/json', 'text/plain', 'application/octet-stream'])(
    'has the bytes as they came, as %s too',
    async (contentType) => {
      await serverWith(calls, 'command-api', handlers)
      const answer = await app.inject({ method: 'POST', url: '/api/webhook', payload, headers: { 'content-type': contentType } })
      expect(answer.json()).toEqual({ bytes: payload.length, text: payload })
    },
  )

  test('does not change the JSON of other calls', async () => {
    await serverWith(calls, 'command-api', handlers)
    expect((await app.inject({ method: 'POST', url: '/api/plain', payload: { text: 'plain' } })).json()).toEqual({ text: 'plain' })
    const other = await app.inject({
      method: 'POST',
      url: '/api/plain',
      payload: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(other.json()).toMatchObject({ code: 'unsupportedMediaType' })
  })

  test('has the usual size limit, unless the call allows more', async () => {
    const roomier = { ...calls, 'POST /api/webhook': { ...calls['POST /api/webhook'], maxBytes: 100_000 } }
    await serverWith(roomier, 'command-api', handlers)
    const taken = await app.inject({ method: 'POST', url: '/api/webhook', payload: 'x'.repeat(100_000) })
    expect(taken.json()).toMatchObject({ bytes: 100_000 })
    const refused = await app.inject({ method: 'POST', url: '/api/webhook', payload: 'x'.repeat(100_001) })
    expect(refused.json()).toMatchObject({ code: 'bodyTooLarge' })
  })

  test('has the usual size limit', async () => {
    await serverWith(calls, 'command-api', handlers)
    const answer = await app.inject({ method: 'POST', url: '/api/webhook', payload: 'x'.repeat(100_000) })
    expect(answer.json()).toMatchObject({ code: 'bodyTooLarge' })
  })
})

describe('a list that comes in pages', () => {
  const get = (url: string) => app.inject({ url, headers: bearer })

  test('is a plain array, and each page except the last links to the next', async () => {
    await serverWith(reads, 'read-api', readHandlers)
    const seen: number[] = []
    let url: string | undefined = '/api/exams?kind=full&limit=10'
    for (let pages = 0; url; pages++) {
      expect(pages).toBeLessThan(3)
      const page = await get(url)
      seen.push(...page.json<{ number: number }[]>().map(({ number }) => number))
      const link = String(page.headers.link ?? '')
      url = /^<([^>]+)>; rel="next"$/.exec(link)?.[1]
      if (url) expect(url).toMatch(/^\/api\/exams\?kind=full&limit=10&cursor=\d+$/)
    }
    expect(seen).toEqual(numbers.map(({ number }) => number))
  })

  test.each(['limit=0', 'limit=101', 'limit=many', 'cursor='])('refuses %s', async (query) => {
    await serverWith(reads, 'read-api', readHandlers)
    expect((await get(`/api/exams?${query}`)).json()).toMatchObject({ code: 'invalidRequest' })
  })

  test('has a default limit', async () => {
    await serverWith(reads, 'read-api', readHandlers)
    expect((await get('/api/exams')).json()).toHaveLength(25)
  })
})

test('refused callers and malformed requests are in the security log, without what was sent', async () => {
  const lines: string[] = []
  const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) })
  const refused = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ security }) => security === 'refused')
  await serverWith(business, 'read-api', businessHandlers, { logger })
  await app.inject({ url: '/api/revenue', headers: { ...bearer, 'x-forwarded-for': '192.0.2.7' } })
  expect(refused()).toEqual([
    expect.objectContaining({ code: 'forbidden', call: 'GET /api/revenue', userId: 'ana', network: '192.0.2.0/24' }),
  ])
  await app.close()
  lines.length = 0
  await serverWith(calls, 'command-api', handlers, { logger })
  await app.inject({ method: 'POST', url: '/api/plain', payload: { text: ['a secret'] } })
  expect(refused()).toEqual([expect.objectContaining({ code: 'invalidRequest', call: 'POST /api/plain', userId: null, fields: ['text'] })])
  expect(lines.join()).not.toContain('a secret')
})

describe('calls are rate limited', () => {
  const limits = ({ headers }: { headers: Record<string, unknown> }) =>
    ['ratelimit-limit', 'ratelimit-remaining', 'retry-after'].map((name) => Number(headers[name] ?? Number.NaN))
  const send = (from: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/plain', payload: { text: 'plain' }, headers: { 'x-forwarded-for': from, ...headers } })

  test('per network of visitors, with the remaining number in the answer', async () => {
    await serverWith(calls, 'command-api', handlers, { callsPerMinute: 2 })
    const answers = [await send('192.0.2.1'), await send('192.0.2.2'), await send('192.0.2.3')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    expect(answers.map(limits)).toEqual([
      [2, 1, Number.NaN],
      [2, 0, Number.NaN],
      [2, 0, 60],
    ])
    expect(answers[2]?.json()).toMatchObject({ code: 'tooManyRequests' })
    expect(answers[2]?.headers['ratelimit-reset']).toBe('60')
    expect((await send('192.0.3.1')).statusCode).toBe(200)
  })

  test('per /48 of IPv6 visitors, at four times the limit of a network', async () => {
    await serverWith(calls, 'command-api', handlers, { callsPerMinute: 2 })
    const statuses = []
    for (let network = 0; network < 10; network++) statuses.push((await send(`2001:db8:1:${network}::1`)).statusCode)
    expect(statuses).toEqual([...Array(8).fill(200), 429, 429])
    expect((await send('2001:db8:2::1')).statusCode).toBe(200)
    expect((await send('2001:db8:1::1', bearer)).statusCode).toBe(200)
  })

  test('per account, wherever its calls come from, and apart from the visitors of its network', async () => {
    await serverWith(calls, 'command-api', handlers, { callsPerMinute: 2 })
    const statuses = []
    for (const from of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) statuses.push((await send(from, bearer)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    expect((await send('192.0.2.1')).statusCode).toBe(200)
  })

  test('except for callers that sign what they send', async () => {
    await serverWith(calls, 'command-api', handlers, { callsPerMinute: 2 })
    const statuses = []
    for (let time = 0; time < 4; time++)
      statuses.push((await app.inject({ method: 'POST', url: '/api/signed', payload: 'signed' })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200])
    expect([await send('127.0.0.1'), await send('127.0.0.1'), await send('127.0.0.1')].map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 429,
    ])
  })

  test('including refused ones', async () => {
    await serverWith(calls, 'command-api', handlers, { callsPerMinute: 2 })
    const statuses = []
    for (let time = 0; time < 3; time++) statuses.push((await begin({})).statusCode)
    expect(statuses).toEqual([401, 401, 429])
  })
})

test('the description has each kind of call, with its example, its page and its refusals', async () => {
  await serverWith(reads, 'read-api', readHandlers)
  const { paths } = openApiOf({ ...calls, ...reads }) as { paths: Record<string, Record<string, Record<string, unknown>>> }
  expect(Object.keys(paths)).toEqual(['/api/exams', '/api/webhook', '/api/signed', '/api/plain'])
  const { post, get } = paths['/api/exams'] ?? {}
  expect(post).toMatchObject({
    'x-access': 'signedIn',
    'x-tier': 'premium',
    requestBody: { content: { 'application/json': { example: { kind: 'full' } } } },
    responses: {
      201: {},
      400: { content: { 'application/json': { schema: { properties: { code: { enum: ['invalidRequest'] } } } } } },
      401: { content: { 'application/json': { schema: { properties: { code: { enum: ['notSignedIn'] } } } } } },
      403: { content: { 'application/json': { schema: { properties: { code: { enum: ['tierRequired', 'crossOrigin'] } } } } } },
      409: { content: { 'application/json': { schema: { properties: { code: { enum: ['conflict'] } } } } } },
    },
  })
  expect(get?.parameters).toMatchObject([
    { name: 'kind', example: 'full' },
    { name: 'cursor', required: false },
    { name: 'limit', required: false },
    {},
  ])
  expect(get).toMatchObject({ responses: { 200: { headers: { link: {} } } } })
  expect(paths['/api/webhook']?.post).toMatchObject({ requestBody: { content: { '*/*': {} } } })
})
