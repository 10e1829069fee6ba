import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeptText } from './auth-token.ts'
import { createApi } from './client.ts'
import { ApiError, ConnectionError, isSignedOut, orNullWhenSignedOut, serverMessage } from './errors.ts'

interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let received: Received[]
let answer: (response: ServerResponse) => void
let token: string | null
let keys: number

const tokenStore: KeptText = {
  read: () => token,
  keep: (kept) => {
    token = kept
  },
  clear: () => {
    token = null
  },
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

const api = () =>
  createApi({
    fetch: globalThis.fetch,
    authToken: tokenStore,
    newIdempotencyKey: () => {
      keys += 1
      return `key-${keys}`
    },
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })

beforeEach(async () => {
  received = []
  token = null
  keys = 0
  answer = json(200, [])
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('what a call sends', () => {
  it('fills in path parameters and the query, escaped', async () => {
    await api()('GET /api/questions/{id}', { params: { id: 'a b/c' } })
    await api()('GET /api/auth/verify-email', { query: { token: 'x&y' } })
    expect(received.map(({ url }) => url)).toEqual(['/api/questions/a%20b%2Fc', '/api/auth/verify-email?token=x%26y'])
  })

  it('sends JSON only where there is a body', async () => {
    await api()('POST /api/user/modules', { body: { module: 'Trauma' } })
    await api()('POST /api/auth/logout')
    expect(received[0]).toMatchObject({ method: 'POST', body: '{"module":"Trauma"}', headers: { 'content-type': 'application/json' } })
    expect(received[1]?.body).toBe('')
    expect(received[1]?.headers['content-type']).toBeUndefined()
  })

  it('carries the bearer token once there is one', async () => {
    const call = api()
    await call('GET /api/user/modules')
    tokenStore.keep('opaque')
    await call('GET /api/user/modules')
    expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer opaque'])
  })

  it('gives each write its own key or the given one, and reads none', async () => {
    const call = api()
    await call('POST /api/auth/logout')
    await call('POST /api/auth/logout')
    await call('POST /api/auth/logout', { idempotencyKey: 'again' })
    await call('GET /api/user/modules')
    const keys = ['key-1', 'key-2', 'again', undefined]
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(keys)
    // The services trace a write by this header.
    expect(received.map(({ headers }) => headers['x-correlation-id'])).toEqual(keys)
  })
})

describe('reading what was written', () => {
  it('sends the highest position returned by a write with every later read', async () => {
    const call = api()
    await call('GET /api/user/modules')
    for (const position of ['900', '10000000000000000001', '10000000000000000000', 'nonsense']) {
      answer = json(200, { ok: true }, { 'Consistency-Token': position })
      await call('POST /api/auth/logout')
    }
    await call('GET /api/user/modules')
    expect(received.map(({ headers }) => headers['consistency-token'])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      '10000000000000000001',
    ])
  })
})

describe('a read that is overtaken by a write', () => {
  it('is sent again, with the position of the write', async () => {
    const call = api()
    const { promise: asked, resolve: hold } = Promise.withResolvers<ServerResponse>()
    answer = hold
    const read = call('GET /api/user/modules')
    const held = await asked
    answer = json(200, { ok: true }, { 'Consistency-Token': '900' })
    await call('POST /api/auth/logout')
    answer = json(200, ['what the write made of it'])
    json(200, ['what was there before'])(held)
    expect(await read).toEqual(['what the write made of it'])
    expect(received.map(({ method, headers }) => `${method} ${headers['consistency-token']}`)).toEqual([
      'GET undefined',
      'POST undefined',
      'GET 900',
    ])
  })

  it('is sent again once, however many writes follow', async () => {
    const call = api()
    const heldRead = async () => {
      const { promise, resolve } = Promise.withResolvers<ServerResponse>()
      answer = resolve
      return promise
    }
    const first = heldRead()
    const read = call('GET /api/user/modules')
    const held = await first
    answer = json(200, { ok: true }, { 'Consistency-Token': '900' })
    await call('POST /api/auth/logout')
    const second = heldRead()
    json(200, ['before both'])(held)
    const heldAgain = await second
    answer = json(200, { ok: true }, { 'Consistency-Token': '901' })
    await call('POST /api/auth/logout')
    json(200, ['between them'])(heldAgain)
    expect(await read).toEqual(['between them'])
    expect(received.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST'])
  })
})

describe('a read whose session ends meanwhile', () => {
  it('is sent again with the new token of a concurrent write', async () => {
    token = 'old'
    const call = api()
    const { promise: held, resolve: hold } = Promise.withResolvers<ServerResponse>()
    answer = hold
    const renewed = call('POST /api/user/password', { body: { currentPassword: 'one', newPassword: 'another' } }).then((renewal) =>
      tokenStore.keep(renewal.token),
    )
    const write = await held
    answer = (response) => {
      answer = json(200, ['of the new session'])
      json(401, { message: 'Please sign in.', code: 'unauthorized' })(response)
      setTimeout(() => json(200, { token: 'new' })(write), 20)
    }
    expect(await call('GET /api/user/modules')).toEqual(['of the new session'])
    await renewed
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer old', 'Bearer new'])
  })

  it('is not sent again if no new token arrived', async () => {
    token = 'old'
    answer = json(401, { message: 'Please sign in.', code: 'unauthorized' })
    await expect(api()('GET /api/user/modules')).rejects.toMatchObject({ status: 401 })
    expect(received).toHaveLength(1)
  })
})

describe('a GET with side effects', () => {
  it('is sent once', async () => {
    answer = json(200, { success: true }, { 'Consistency-Token': '900' })
    await api()('GET /api/auth/verify-email', { query: { token: 'opaque' } })
    expect(received).toHaveLength(1)
  })
})

describe('the response of a call', () => {
  it('includes the headers on request', async () => {
    answer = json(200, [{ rank: 1 }], { 'X-Total-Count': '4711' })
    const { body, headers } = await api().withHeaders('GET /api/leaderboard', { query: { view: 'all' } })
    expect(body).toEqual([{ rank: 1 }])
    expect(headers.get('x-total-count')).toBe('4711')
  })

  it('is undefined for an empty body', async () => {
    answer = (response) => response.writeHead(204).end()
    expect(await api()('POST /api/auth/logout')).toBeUndefined()
  })

  it('rejects a refusal with its status, code and body', async () => {
    const refusal = { message: 'You have not selected that module.', code: 'moduleNotFound' }
    answer = json(404, refusal)
    const error = await api()('PATCH /api/user/modules/{id}', { params: { id: 'm' }, body: { isActive: false } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message: `404: ${JSON.stringify(refusal)}`, status: 404, code: 'moduleNotFound', body: refusal })
    expect(serverMessage(error)).toBe('You have not selected that module.')
  })

  it('says the status text where a refusal has no body', async () => {
    answer = (response) => response.writeHead(502, 'Bad Gateway').end()
    await expect(api()('GET /api/user/modules')).rejects.toMatchObject({ message: '502: Bad Gateway', code: undefined })
  })

  it('rejects if it is a page instead of JSON', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in to the hotel</p>')
    await expect(api()('GET /api/user/modules')).rejects.toBeInstanceOf(ApiError)
  })

  it('rejects a lost connection with a readable message', async () => {
    answer = (response) => response.destroy()
    const error = await api()('GET /api/user/modules').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(serverMessage(error)).toBeUndefined()
  })

  it('stays a cancellation if the call was cancelled', async () => {
    const abort = new AbortController()
    answer = () => abort.abort()
    await expect(api()('GET /api/user/modules', { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a session that has ended', () => {
  it('is told apart from refused credentials', async () => {
    answer = json(401, { message: 'You are not signed in.', code: 'notSignedIn' })
    expect(await orNullWhenSignedOut(api()('GET /api/auth/user'))).toBeNull()
    answer = json(401, { message: 'Invalid email or password', code: 'credentialsInvalid' })
    const refused = await api()('POST /api/auth/login', { body: { email: 'a@b.co', password: 'secret' } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(isSignedOut(refused)).toBe(false)
  })
})
