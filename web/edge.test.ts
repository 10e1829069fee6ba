import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Signer } from '@fastify/cookie'
import type { Call } from '@medicready/domain/contract/call/call'
import { type CallKey, contract } from '@medicready/domain/contract/contract'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { SESSION_COOKIE } from '@medicready/platform/http/identity'
import { createLogger } from '@medicready/platform/logger'
import type { FastifyInstance } from 'fastify'
import { runnerImport } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildEdge, buildEdgeHealth, type EdgeParts } from './edge-application.ts'
import type { AppPage } from './edge-routes.ts'
import { spreadingAgent } from './spreading-agent.ts'
import type { PlainAssets } from './src/landing/plain-pages.tsx'
import { paths } from './src/paths.ts'

interface Operation {
  requestBody?: { content: { 'application/json': { example: unknown } } }
  responses: Record<number, unknown>
}

/** Node alone reads no JSX. */
const { module: plain } = await runnerImport<EdgeParts['plain']>(join(import.meta.dirname, 'src/landing/plain-pages.tsx'), {
  configFile: false,
  logLevel: 'error',
})
const PLAIN: PlainAssets = { styles: 'p { color: red }', font: 'assets/inter.woff2', script: 'assets/landing.js' }
const shown = { assets: PLAIN, origin: 'http://localhost:3000', prices: null }
const LANDING = plain.landingHtml(shown)
/** As large as the real one. */
const FILLING = Array.from({ length: 3_000 }, (_, number) => number.toString(36)).join(' ')
const FRAME = `<p>the app</p><!--${FILLING}-->`
/** Stands in for the server build of the app. */
const SERVER = `
export const pagesOf = async () => []
const reads = { '/questions/1': ['/api/questions/1', '/api/user/stats'], '/review': ['/api/user/plan'], '/verify-email': ['/api/auth/verify-email?token=t'] }
export async function renderPage({ address, ask, signal, assets, files }) {
  const { pathname } = new URL(address)
  if (pathname === '/questions/broken') throw new Error('cannot be rendered')
  if (pathname === '/modules') return new Promise(() => undefined)
  const late = new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
  const answers = await Promise.all((reads[pathname] ?? []).map((read) => ask(read) ?? 'left'))
    .then((all) => Promise.race([Promise.all(all.map((answer) => (answer === 'left' ? answer : answer.json()))), late]), () => null)
  const said = answers === null ? 'too late' : answers.map((answer) => answer.url ? answer.url + ' as ' + answer.cookie : answer).join()
  return '<p>the app</p><main>' + said + '</main><script>' + assets.last + '</script><ul>' + files.join() + '</ul>'
}`
const SESSION_SECRET = 'edge-tests-edge-tests-edge-tests-edge-tests'
const SIGNED_IN = `${SESSION_COOKIE}=${encodeURIComponent(new Signer(SESSION_SECRET).sign('abc'))}`
/** What a build tells the edge. */
const built: AppPage[] = [
  { path: '*', files: ['assets/not-found.js'] },
  { path: '/', files: ['assets/dashboard.js', 'assets/charts.js'] },
  { path: '/login', files: ['assets/login.js'] },
  { path: '/questions/:id', files: ['assets/question.js'] },
  { path: '/questions/new', files: ['assets/new.js'] },
]

let dist: string
let readApi: Server
let commandApi: Server
let edge: FastifyInstance

/** Returns its name and the request. */
const service = async (name: string, host = '127.0.0.1', port = 0): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.url === '/api/user/plan') return
    response.writeHead(request.url === '/api/missing' ? 404 : 200, { 'content-type': 'application/json', 'consistency-token': '42' })
    response.end(
      JSON.stringify({
        name,
        method: request.method,
        url: request.url,
        cookie: request.headers.cookie,
        correlationId: request.headers['x-correlation-id'],
        forwarded: [request.headers['x-forwarded-for'], request.headers['x-forwarded-proto']],
        via: request.headers.via,
        body: Buffer.concat(chunks).toString(),
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return server
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'edge-'))
  await mkdir(join(dist, 'assets'))
  await mkdir(join(dist, '.vite'))
  await mkdir(join(dist, '.pages'))
  await writeFile(join(dist, '.pages/entry.server.js'), SERVER)
  await writeFile(join(dist, '.pages/package.json'), '{"type":"module"}')
  await writeFile(join(dist, 'index.html'), FRAME)
  await writeFile(join(dist, '.vite/app.json'), JSON.stringify({ first: 'theme', last: 'last' }))
  await writeFile(join(dist, '.vite/plain.json'), JSON.stringify(PLAIN))
  await writeFile(join(dist, 'theme.js'), 'theme')
  await writeFile(join(dist, 'sw.js'), 'worker')
  await writeFile(join(dist, 'icon-192.png'), 'icon')
  await writeFile(join(dist, 'assets/index-abc.js'), 'script')
  await writeFile(join(dist, 'assets/index-abc.js.br'), 'brotli')
  await writeFile(join(dist, '.vite/manifest.json'), '{}')
  await writeFile(join(dist, '.vite/pages.json'), JSON.stringify(built))
  readApi = await service('read-api')
  commandApi = await service('command-api')
  edge = await edgeWith({})
})

const edgeWith = (parts: Partial<EdgeParts>) =>
  buildEdge({
    dist,
    plain,
    readApiUrl: addressOf(readApi),
    commandApiUrl: addressOf(commandApi),
    publicUrl: 'http://localhost:3000',
    trustedProxies: [],
    sessionSecret: SESSION_SECRET,
    pagesPerMinute: 1_000_000,
    pagePatience: 2_000,
    logger: createLogger('edge', 'silent'),
    ...parts,
  })

afterAll(async () => {
  await edge.close()
  readApi.close()
  commandApi.close()
  await rm(dist, { recursive: true })
})

describe('pages', () => {
  it.each(['claimed', 's%3Aabc.def', '%E0%A4%A'])(
    'treats a caller whose session cookie we did not sign as a visitor: %s',
    async (cookie) => {
      expect(await page('/dashboard', `${SESSION_COOKIE}=${cookie}`)).toEqual([200, LANDING])
    },
  )

  const page = async (url: string, cookie?: string) => {
    const { body, statusCode } = await edge.inject({ url, ...(cookie && { headers: { cookie } }) })
    return [statusCode, body]
  }

  it.each(['/', '/dashboard', '/questions/4711'])('shows visitors the landing page at %s', async (url) => {
    expect(await page(url)).toEqual([200, LANDING])
    expect(await page(url, 'theme=dark; not-medicready.sid=1')).toEqual([200, LANDING])
  })

  it('shows visitors and crawlers a 404 page at unknown addresses', async () => {
    expect(await page('/no/such/screen')).toEqual([404, plain.landingHtml({ ...shown, isNotFound: true })])
  })

  it.each([
    ['/', 200],
    ['/dashboard', 200],
    ['/no/such/screen', 404],
  ])('serves the app with a session at %s, with the status %i', async (url, status) => {
    expect(await page(url, `theme=dark; ${SIGNED_IN}`)).toEqual([status, expect.stringContaining('<p>the app</p>')])
  })

  it.each([
    '/login',
    '/verify-email?token=abc',
    '/forgot-password',
    '/reset-password?token=abc',
    '/confirm-email?token=abc',
    '/readiness',
    '/legal/contact',
    '/tutoring',
    '/legal?document=privacy',
    '/legal/history',
    '/exam-outcome?token=abc&outcome=passed',
  ])('serves the app without a session too at %s', async (url) => {
    expect(await page(url)).toEqual([200, expect.stringContaining('<p>the app</p>')])
  })

  it('tells caches that the page depends on the session', async () => {
    expect((await edge.inject('/')).headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('Cookie') })
  })
})

describe('the number of pages', () => {
  it('is limited per minute for each session and each network of visitors, whatever a cookie claims', async () => {
    const strict = await edgeWith({ pagesPerMinute: 2 })
    const statuses = async (addresses: readonly string[], cookie: (index: number) => string) => {
      const found: number[] = []
      for (const [index, url] of addresses.entries())
        found.push((await strict.inject({ url, headers: { cookie: cookie(index) }, remoteAddress: '203.0.113.9' })).statusCode)
      return found
    }
    const pages = ['/', '/questions/1', '/no/such/screen', '/status', '/docs', '/login']
    expect(await statuses(pages, (index) => `medicready.sid=claimed-${index}`)).toEqual([200, 200, 429, 429, 429, 429])
    expect(await statuses(['/', '/', '/'], () => SIGNED_IN)).toEqual([200, 200, 429])
    expect(await statuses(['/api/user/stats', '/theme.js', '/assets/index-abc.js'], () => '')).toEqual([200, 200, 200])
    await strict.close()
  })
})

/** On a slow machine, a page may be sent empty once. */
const rendered = (url: string, headers: Record<string, string>) =>
  vi.waitFor(
    async () => {
      const answer = await edge.inject({ url, headers })
      expect(answer.headers['cache-control']).toBe('no-store')
      return answer
    },
    { timeout: 60_000 },
  )

describe('the start of a page of the app', () => {
  it.each([
    ['/', 'assets/dashboard.js,assets/charts.js'],
    ['/?from=mail', 'assets/dashboard.js,assets/charts.js'],
    ['/questions/new', 'assets/new.js'],
    ['/questions/a%22%3E%3Cscript%3E', 'assets/question.js'],
    ['/study-session', 'assets/not-found.js'],
    ['/no/such/screen', 'assets/not-found.js'],
  ])('names the files of the page at %s', async (url, files) => {
    expect((await rendered(url, { cookie: SIGNED_IN })).body).toContain(`<ul>${files}</ul>`)
  })
})

describe('a rendered page', () => {
  const cookie = SIGNED_IN

  it('shows what the read API returns for the session', async () => {
    const { body } = await rendered('/questions/1', { cookie })
    expect(body).toContain(`<main>/api/questions/1 as ${cookie},/api/user/stats as ${cookie}</main><script>last</script>`)
  })

  it('is rendered for visitors too, without a session', async () => {
    expect((await rendered('/login', {})).body).toContain('<main></main>')
  })

  it('makes no calls with side effects', async () => {
    expect((await rendered('/verify-email', {})).body).toContain('<main>left</main>')
  })

  it('allows its inline scripts by their hashes, and no others', async () => {
    const policy = String((await rendered('/login', {})).headers['content-security-policy'])
    const [theme, last] = ['theme', 'last'].map((script) => createHash('sha256').update(script).digest('base64'))
    expect(policy).toContain(`script-src 'self' 'sha256-${theme}' 'sha256-${last}';`)
  })

  it('is not cached, and is compressed', async () => {
    const { headers } = await rendered('/questions/1', { cookie })
    expect(headers.vary).toContain('Cookie')
    expect(headers.etag).toBeUndefined()
    const codingOf = async (accepted: string) =>
      (await rendered('/questions/1', { cookie, 'accept-encoding': accepted })).headers['content-encoding']
    expect([await codingOf('gzip, br'), await codingOf('gzip')]).toEqual(['br', 'gzip'])
  })

  it('is sent with the data that arrived in time', async () => {
    expect((await rendered('/review', { cookie })).body).toContain('<main>too late</main>')
  })

  it.each(['/modules', '/questions/broken'])('is sent empty if it cannot be rendered: %s', async (url) => {
    const { body, headers, statusCode } = await edge.inject({ url, headers: { cookie } })
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(body).toBe(FRAME)
  })

  it('is not rendered without a session', async () => {
    expect((await edge.inject('/questions/1')).body).toBe(LANDING)
  })

  it('is sent empty when too many pages are rendered at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => edge.inject({ url: '/review', headers: { cookie } })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(answers.some(({ body }) => body === FRAME)).toBe(true)
  })
})

describe('early hints', () => {
  const hintsFor = async (trustedProxies: readonly string[], headers: Record<string, string>) => {
    const server = await edgeWith({ trustedProxies })
    const address = await server.listen({ host: '127.0.0.1', port: 0 })
    const hints: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      const asked = request(address, { headers: { cookie: SIGNED_IN, ...headers } }, (answer) => answer.resume().on('end', resolve))
      asked.on('information', ({ statusCode, headers: { link } }) => hints.push(statusCode, link))
      asked.on('error', reject).end()
    })
    await server.close()
    return hints
  }
  const navigating = { 'sec-fetch-mode': 'navigate', 'x-forwarded-for': '192.0.2.1' }

  it('are sent to browsers behind a known proxy', async () => {
    const [status, link] = await hintsFor(['127.0.0.1'], navigating)
    expect(status).toBe(103)
    expect(link).toContain('</assets/dashboard.js>; rel=modulepreload; crossorigin')
  })

  it('are not sent to other clients', async () => {
    expect(await hintsFor([], navigating)).toEqual([])
    expect(await hintsFor(['127.0.0.1'], { 'sec-fetch-mode': 'navigate' })).toEqual([])
    expect(await hintsFor(['127.0.0.1'], { 'x-forwarded-for': '192.0.2.1' })).toEqual([])
  })
})

describe('robots.txt and the sitemap', () => {
  it('name the public address of the product', async () => {
    const elsewhere = await edgeWith({ publicUrl: 'https://medicready.example' })
    expect((await elsewhere.inject('/')).body).toContain('href="https://medicready.example/"')
    expect((await elsewhere.inject('/robots.txt')).body).toContain('Sitemap: https://medicready.example/sitemap.xml')
    expect((await elsewhere.inject('/sitemap.xml')).body).toContain('<loc>https://medicready.example/readiness</loc>')
    await elsewhere.close()
  })

  it('list only pages that exist', async () => {
    const { body } = await edge.inject('/sitemap.xml')
    for (const [, address = ''] of body.matchAll(/<loc>(.*?)<\/loc>/g))
      expect((await edge.inject(new URL(address).pathname)).statusCode, address).toBe(200)
  })
})

describe('the status page', () => {
  it('is served while all services are down', async () => {
    const gone = await service('gone')
    const address = addressOf(gone)
    await new Promise((resolve) => gone.close(resolve))
    const lonely = await edgeWith({ readApiUrl: address, commandApiUrl: address })
    const { statusCode, body } = await lonely.inject('/status')
    expect(statusCode).toBe(200)
    expect(body).toContain('Does not answer now: Signing in and answering, Questions and figures')
    expect(body).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|read-api|command-api/)
    await lonely.close()
  })
})

describe('a page with styles of its own', () => {
  it('allows these and no other inline styles', async () => {
    const policy = String((await edge.inject('/')).headers['content-security-policy'])
    const hash = createHash('sha256').update(PLAIN.styles).digest('base64')
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(policy).not.toContain('unsafe')
  })

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await edge.inject('/')).headers
    expect((await edge.inject({ url: '/', headers: { 'if-none-match': String(etag) } })).statusCode).toBe(304)
  })
})

describe('the headers of every page', () => {
  const addresses = [
    ...Object.values(paths).map((address) => address('x')),
    '/verify-email?token=secret',
    '/reset-password?token=secret',
    '/confirm-email?token=secret',
    '/exam-outcome?token=secret&outcome=passed',
    '/no/such/screen',
  ]
  const headersOf = async (server: FastifyInstance, url: string, cookie: string) =>
    (await server.inject({ url, headers: { cookie } })).headers

  it.each(addresses.flatMap((url) => [[url, 'a visitor', ''] as const, [url, 'a student', SIGNED_IN] as const]))(
    'at %s, as %s: forbid foreign and inline scripts, frames, referrers, and access to hardware',
    async (url, _who, cookie) => {
      const headers = await headersOf(edge, url, cookie)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          expect.stringMatching(/^script-src 'self'( 'sha256-[\w+/=]+')*$/),
          expect.stringMatching(/^style-src 'self'( 'sha256-[\w+/=]+')*$/),
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ]),
      )
      expect(policy.join()).not.toMatch(/unsafe|\*|https?:/)
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\)/),
      })
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )

  it('require HTTPS for everything if the product is reached by HTTPS', async () => {
    const secure = await edgeWith({ publicUrl: 'https://medicready.example' })
    for (const url of [...addresses, '/theme.js', '/docs', '/api/user/stats', '/api/missing', '/metrics'])
      expect((await headersOf(secure, url, ''))['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains')
    await secure.close()
  })
})

describe('files', () => {
  it('serves hashed files for ever, and compressed where the browser can', async () => {
    const answer = await edge.inject({ url: '/assets/index-abc.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' })
    expect(answer.body).toBe('brotli')
    expect((await edge.inject('/assets/index-abc.js')).body).toBe('script')
  })

  it('has other files revalidated', async () => {
    expect((await edge.inject('/theme.js')).headers['cache-control']).toBe('no-cache')
  })

  it('serves an icon at the address that browsers try', async () => {
    const { headers, body } = await edge.inject('/favicon.ico')
    expect([headers['content-type'], headers['cache-control'], body]).toEqual(['image/png', 'no-cache', 'icon'])
  })

  it('lets the service worker connect to this origin only, and has it revalidated', async () => {
    expect((await edge.inject('/sw.js')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
    })
  })

  it('sends the page that the service worker caches with the policy of every page', async () => {
    const { headers, body } = await edge.inject('/index.html')
    expect(body).toBe(FRAME)
    expect(headers['content-security-policy']).toBe((await rendered('/login', {})).headers['content-security-policy'])
  })

  it.each(['/assets/gone-abc.js', '/landing.html', '/.vite/manifest.json', '/../package.json', '/%2e%2e/package.json'])(
    'answers 404 for %s instead of a page',
    async (url) => {
      expect((await edge.inject({ url, headers: { cookie: SIGNED_IN } })).statusCode).toBe(404)
    },
  )
})

describe('calls', () => {
  it('are spread over all instances of a service', async () => {
    const { port } = readApi.address() as AddressInfo
    const second = await service('read-api 2', '127.0.0.2', port)
    const addresses = ['127.0.0.1', '127.0.0.2']
    const dispatcher = spreadingAgent((_origin, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4, ttl: 1_000 })),
      ),
    )
    const spread = await edgeWith({ readApiUrl: `http://read-api:${port}`, dispatcher })
    const names: string[] = []
    for (let calls = 0; calls < 20; calls++) names.push((await spread.inject('/api/auth/user')).json().name)
    expect(names.filter((name) => name === 'read-api 2').length).toBeGreaterThan(8)
    expect(names.filter((name) => name === 'read-api').length).toBeGreaterThan(8)
    await spread.close()
    await dispatcher.destroy()
    second.close()
  })

  it.each([
    ['GET', '/api/user/stats?of=today', 'read-api'],
    ['GET', '/api/auth/user', 'read-api'],
    ['GET', '/api/auth/verify-email?token=abc', 'command-api'],
    ['GET', '/api/login', 'command-api'],
    ['POST', '/api/auth/login', 'command-api'],
    ['PATCH', '/api/user/modules/1', 'command-api'],
    ['PUT', '/api/user/modules/1', 'command-api'],
    ['DELETE', '/api/user/modules/1', 'command-api'],
    ['GET', '/api/questions/4711', 'read-api'],
    ['POST', '/api/questions/4711/answer', 'command-api'],
    ['GET', '/api/nothing', 'command-api'],
  ] as const)('sends %s %s to the %s', async (method, url, name) => {
    expect((await edge.inject({ method, url })).json()).toMatchObject({ name, method, url })
  })

  it('passes on body, status and headers', async () => {
    const answer = await edge.inject({ method: 'POST', url: '/api/missing', payload: { a: 1 } })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['consistency-token']).toBe('42')
    expect(answer.json()).toMatchObject({ body: '{"a":1}' })
  })

  it('gives each request a correlation ID, or keeps the one it has', async () => {
    const fresh = await edge.inject('/api/user/stats')
    expect(fresh.json().correlationId).toMatch(/^[\w-]{8,64}$/)
    expect(fresh.headers['x-correlation-id']).toBe(fresh.json().correlationId)
    const given = await edge.inject({ url: '/api/user/stats', headers: { 'x-correlation-id': 'given-by-caller' } })
    expect(given.json().correlationId).toBe('given-by-caller')
  })

  it('passes on a call with Expect: 100-continue', async () => {
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const answer = await edge.inject({ method: 'POST', url: '/api/mail-events/postmark', headers, payload: '{"a":1}' })
    expect([answer.statusCode, answer.json().body]).toEqual([200, '{"a":1}'])
  })

  it('answers 503 in the format of every error while a service is down', async () => {
    const gone = await service('gone')
    const address = addressOf(gone)
    await new Promise((resolve) => gone.close(resolve))
    const lonely = await edgeWith({ readApiUrl: address, commandApiUrl: address })
    for (const method of ['GET', 'POST'] as const) {
      const answer = await lonely.inject({ method, url: '/api/auth/login' })
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('temporarily unavailable') })
    }
    await lonely.close()
  })
})

it('describes the whole API: every call of both services, with an example of its input and its error messages', async () => {
  const description = (await edge.inject('/docs')).json<{ openapi: string; paths: Record<string, Record<string, Operation>> }>()
  expect(description.openapi).toBe('3.1.0')
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
  expect(described.map(([key]) => key).sort()).toEqual(Object.keys(contract).sort())
  for (const [key, operation] of described) {
    const definition: Call = contract[key as CallKey]
    if (definition.body) expect(operation.requestBody?.content['application/json'].example).toEqual(definition.example.body)
    for (const code of definition.errors) expect(JSON.stringify(operation.responses[errors[code].status]), key).toContain(`"${code}"`)
  }
})

it('says how to build if there is no build to serve', async () => {
  await expect(edgeWith({ dist: join(dist, 'nowhere') })).rejects.toThrow('npm run build')
})

describe('what operators need', () => {
  it('is served on a port of its own', async () => {
    const health = await buildEdgeHealth(edge, createLogger('edge', 'silent'))
    expect((await health.inject('/health/ready')).json()).toEqual({ ready: true })
    expect((await health.inject('/metrics')).body).toContain(
      'http_request_duration_seconds_count{service="edge",method="GET",route="/docs"',
    )
    await health.close()
  })

  it.each(['/health', '/health/live', '/health/ready', '/metrics'])('is not at %s of the public address', async (url) => {
    const answer = await edge.inject(url)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'routeNotFound'])
  })

  it.each([
    '/api/../metrics',
    '/api/..%2fmetrics',
    '/api/%2e%2e/metrics',
    '/api/user/../../health/ready',
    '/api/user/%2e%2e%2f%2e%2e%2fmetrics',
    '//metrics',
    '/api//../metrics',
    '/api/.%2e/metrics',
    '/api/..\\metrics',
  ])('cannot be had from the services behind by %s', async (url) => {
    const { statusCode, body } = await edge.inject({ url })
    const asked = statusCode === 200 && body.startsWith('{') ? new URL(JSON.parse(body).url, 'http://service').pathname : '/api/'
    expect(asked).toMatch(/^\/api\//)
  })
})

describe("a caller's address", () => {
  const forwardedOf = async (server: FastifyInstance, headers: Record<string, string>) =>
    (await server.inject({ url: '/api/user/stats', remoteAddress: '203.0.113.9', headers })).json().forwarded

  it('is that of the connection, whatever the caller claims', async () => {
    const claimed = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https', 'x-real-ip': '198.51.100.1' }
    expect(await forwardedOf(edge, claimed)).toEqual(['203.0.113.9', 'http'])
  })

  it('is not trusted from an unknown proxy', async () => {
    const viaOf = async (headers: Record<string, string>) => (await edge.inject({ url: '/api/user/stats', headers })).json().via
    expect([await viaOf({ 'x-forwarded-for': '198.51.100.1' }), await viaOf({})]).toEqual(['1.1 proxy', undefined])
  })

  it('is taken from a trusted proxy', async () => {
    const behindProxy = await edgeWith({ publicUrl: 'https://medicready.example', trustedProxies: ['203.0.113.0/24'] })
    expect(await forwardedOf(behindProxy, { 'x-forwarded-for': '192.0.2.66, 198.51.100.1' })).toEqual(['198.51.100.1', 'https'])
    await behindProxy.close()
  })
})
