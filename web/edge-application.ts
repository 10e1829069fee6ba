import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import httpProxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import { contract } from '@medicready/domain/contract/contract'
import { errors } from '@medicready/domain/refusals/shown/errors'
import { limitCalls, visitorOf } from '@medicready/platform/http/calls'
import { sessionCookies } from '@medicready/platform/http/identity'
import { openApiOf } from '@medicready/platform/http/openapi'
import { errorBody } from '@medicready/platform/http/refusals'
import { createServer, tellOperators } from '@medicready/platform/http/server'
import type { Logger } from '@medicready/platform/logger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Dispatcher, setGlobalDispatcher } from 'undici'
import { builtData, builtFile, codingFor, keptText, pageOf, pageOfLatest, policyOf, sendOwnPage } from './edge-pages.ts'
import { readAppPages } from './edge-routes.ts'
import { KnownPrices } from './known-prices.ts'
import { RenderedPages } from './rendered-pages.ts'
import { serviceOf } from './service-of.ts'
import { ServiceStates } from './service-states.ts'
import { spreadingAgent } from './spreading-agent.ts'
import type { AppAssets } from './src/app/document.tsx'
import type { PlainAssets } from './src/landing/plain-pages.tsx'
import { paths } from './src/paths.ts'
import { everyScreen, isOneOf, isOpen, plainPages } from './src/screens.ts'

export interface EdgeParts {
  readonly dist: string
  readonly plain: typeof import('./src/landing/plain-pages.tsx')
  readonly commandApiUrl: string
  readonly readApiUrl: string
  readonly publicUrl: string
  /** Proxies before this one whose word about the caller is trusted. */
  readonly trustedProxies: readonly string[]
  readonly sessionSecret: string
  /** Pages per minute for one session, or for one network of visitors. */
  readonly pagesPerMinute: number
  /** How long a page waits for its data, in milliseconds. */
  readonly pagePatience?: number
  readonly logger: Logger
  readonly dispatcher?: Dispatcher
}

const isScreen = isOneOf(everyScreen)
const isOpenScreen = isOneOf(everyScreen.filter(isOpen))

const WORKER_POLICY = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"].join('; ')

/** After a first visit over HTTPS, a browser uses nothing else for a year. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** Files under /assets/ carry a hash of their content in their name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/** The one origin that browsers see: the built web, /api/* forwarded to its service, and /docs. */
export async function buildEdge(parts: EdgeParts): Promise<FastifyInstance> {
  const { dist, plain, commandApiUrl, readApiUrl, publicUrl, trustedProxies, sessionSecret, pagesPerMinute } = parts
  const { pagePatience, logger, dispatcher = spreadingAgent() } = parts
  const { origin, protocol: scheme } = new URL(publicUrl)
  const { first, last } = builtData<AppAssets>(dist, '.vite/app.json')
  const theApp = pageOf(readFileSync(builtFile(dist, 'index.html'), 'utf8'), policyOf({ scripts: [first, last] }))
  const assets = builtData<PlainAssets>(dist, '.vite/plain.json')
  const plainPolicy = policyOf({ styles: [assets.styles] })
  const prices = new KnownPrices(readApiUrl)
  const priced = (isNotFound: boolean) =>
    pageOfLatest(
      () => prices.know(),
      (known) => pageOf(plain.landingHtml({ assets, origin, prices: known, isNotFound }), plainPolicy),
    )
  const [landing, notFound] = [priced(false), priced(true)]
  const states = new ServiceStates({ commandApiUrl, readApiUrl })
  const status = pageOfLatest(
    () => states.know(),
    (known) => pageOf(plain.statusHtml({ assets, origin, known }), plainPolicy),
  )
  const filesAt = readAppPages(dist)
  /** The worker, and the app's page, which the worker keeps with the headers it came with. */
  const policies: Readonly<Record<string, string>> = { '/sw.js': WORKER_POLICY, '/index.html': theApp.policy }
  const app = await createServer({ name: 'edge', logger, believed: trustedProxies })
  setGlobalDispatcher(dispatcher)
  const protocol = scheme.replace(':', '')
  const renderedPages = new RenderedPages({ dist, readApiUrl, logger, patienceMilliseconds: pagePatience })
  app.addHook('onClose', () => renderedPages.close())
  await renderedPages.warmUp(origin + paths.login())
  /** Written anew, so that no header that the caller claimed is passed on. */
  const sentOn = (request: FastifyRequest) => ({
    'x-correlation-id': String(request.id),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': protocol,
    // An unknown proxy may run on this machine; its callers are elsewhere.
    ...(request.headers['x-forwarded-for'] !== undefined && { via: '1.1 proxy' }),
  })
  if (protocol === 'https')
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('strict-transport-security', STRICT_TRANSPORT_SECURITY)
    })

  await app.register(httpProxy, {
    upstream: '',
    prefix: '/api',
    rewritePrefix: '/api',
    disableRequestLogging: true,
    globalAgent: true,
    replyOptions: {
      getUpstream: (request) => (serviceOf(request.method, request.url) === 'read-api' ? readApiUrl : commandApiUrl),
      // The server has already answered `Expect: 100-continue`.
      rewriteRequestHeaders: (request, { expect: _, ...headers }) => ({ ...headers, ...sentOn(request as FastifyRequest) }),
      // A retry here would hide how a service is doing, and could repeat reads that have effects.
      retryDelay: () => null,
      onError: (reply, { error }) => {
        reply.request.log.warn({ err: error }, 'a service did not answer')
        reply.code(errors.unavailable.status).header('retry-after', '1').send(errorBody('unavailable'))
      },
    },
  })

  const sessionOf = sessionCookies(sessionSecret)
  const countPage = await limitCalls(app, pagesPerMinute, (request) => {
    const session = sessionOf(request.headers.cookie)
    return session === null ? visitorOf(request) : `session ${session}`
  })
  const counted = { preHandler: countPage }

  tellMachines(app, publicUrl)
  const sendDescription = keptText(JSON.stringify(openApiOf(contract)))
  app.get('/docs', counted, (request, reply) => sendDescription('application/json', request, reply))
  for (const address of ['/health', '/health/*', '/metrics']) app.all(address, (_request, reply) => reply.callNotFound())

  // Uses only what the edge knows itself, so that it answers while the services are down.
  app.get(plainPages.status.at, counted, async (request, reply) => (await status()).send(request, reply))

  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(dist, 'assets')) ? IMMUTABLE : REVALIDATE)
    },
  })
  // Requested by clients that read no HTML, and for pages without an icon link; browsers accept any picture.
  app.get('/favicon.ico', (_request, reply) => reply.sendFile('icon-192.png'))
  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    const policy = policies[path]
    if (policy) reply.header('content-security-policy', policy)
    if (isFile(path)) return reply.sendFile(path)
    await countPage.call(app, request, reply)
    const isKnown = isScreen(path)
    // Only checks that we signed the cookie; the app finds out whether the session is still valid.
    const isSignedIn = sessionOf(request.headers.cookie) !== null
    reply.code(isKnown ? 200 : 404)
    if (!isSignedIn && !isOpenScreen(path)) return (await (isKnown ? landing() : notFound())).send(request, reply)
    const files = filesAt(path)
    if (mayTellEarly(request)) reply.raw.writeEarlyHints({ link: files.map((file) => `</${file}>; rel=modulepreload; crossorigin`) })
    const headers = { ...sentOn(request), cookie: request.headers.cookie ?? '' }
    const coding = codingFor(request.headers['accept-encoding'])
    const own = await renderedPages.at({ address: origin + request.url, files, coding, headers })
    return own ? sendOwnPage(own, theApp, reply) : theApp.send(request, reply)
  })
  return app
}

export async function buildEdgeHealth(edge: FastifyInstance, logger: Logger): Promise<FastifyInstance> {
  const app = await createServer({ name: 'edge', logger })
  tellOperators(app, edge.metrics, async () => ({ ready: true }))
  return app
}

type Asked = Pick<FastifyRequest, 'method' | 'url'>

const pathOf = (request: Asked): string => request.url.split('?', 1)[0] ?? '/'

/** The last part of a screen's address never contains a dot; that of a file always does. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path.slice(path.lastIndexOf('/')).includes('.')

/** Early hints only over HTTP/2, as from a known proxy before this one: other clients may mishandle a 1xx answer. */
const mayTellEarly = ({ ips = [], raw, headers }: FastifyRequest): boolean =>
  ips.length > 1 && raw.httpVersion === '1.1' && headers['sec-fetch-mode'] === 'navigate'

const found = [...Object.values(plainPages), ...everyScreen.map(({ at: [at], isFound }) => ({ at, isFound }))].filter(
  ({ isFound }) => isFound,
)

function tellMachines(app: FastifyInstance, publicUrl: string): void {
  const { origin } = new URL(publicUrl)
  const robots = ['User-agent: *', 'Allow: /', 'Disallow: /api/', `Disallow: ${paths.admin()}`, '', `Sitemap: ${origin}/sitemap.xml`, '']
  const addresses = found.map(({ at }) => `  <url><loc>${origin}${at}</loc></url>`)
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>',
    '',
  ]
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots.join('\n')))
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap.join('\n')))
}
