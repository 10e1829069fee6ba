import { join } from 'node:path'
import httpProxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import { contract } from '@medicready/domain/contract/contract'
import { errors } from '@medicready/domain/contract/errors'
import { limitCalls, visitorOf } from '@medicready/platform/http/call-limit'
import { sessionCookies } from '@medicready/platform/http/identity'
import { openApiOf } from '@medicready/platform/http/openapi'
import { errorBody } from '@medicready/platform/http/refusals'
import { createServer, tellOperators } from '@medicready/platform/http/server'
import type { Logger } from '@medicready/platform/logger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Dispatcher, setGlobalDispatcher } from 'undici'
import { tellMachines } from './edge-machines.ts'
import { codingFor, keptText, type Page, pageOf, readPage, sendOwnPage } from './edge-pages.ts'
import { AppPages } from './edge-routes.ts'
import { KnownPrices, pricedPage } from './known-prices.ts'
import { RenderedPages } from './rendered-pages.ts'
import { serviceOf } from './service-of.ts'
import { type KnownStates, ServiceStates } from './service-states.ts'
import { spreadingAgent } from './spreading-agent.ts'
import { isOneOf, isOpen, screens } from './src/screens.ts'
import { statesInHtml } from './status-page.ts'

export interface EdgeParts {
  /** The folder of the built web. */
  readonly dist: string
  readonly commandApiUrl: string
  readonly readApiUrl: string
  /** The address in the browser. */
  readonly publicUrl: string
  /** Proxies before this one, which are believed about who called. */
  readonly trustedProxies: readonly string[]
  /** Signs the cookies of sessions. */
  readonly sessionSecret: string
  /** How many pages one session, or one network of visitors, is sent in a minute. */
  readonly pagesPerMinute: number
  /** How long a page waits for its data, in milliseconds. */
  readonly pagePatience?: number
  readonly logger: Logger
  /** By which the services are called. */
  readonly dispatcher?: Dispatcher
}

const isScreen = isOneOf(screens)
const isOpenScreen = isOneOf(screens.filter(isOpen))

/** Where the build leaves room for the states. */
const STATES = '<!--states-->'

/** What the service worker may do: ask this origin. */
const WORKER_POLICY = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"].join('; ')

/** Once somebody came by https, their browser comes by nothing else for a year. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** Files under /assets/ carry a hash of their content in their name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'

/**
 * The one origin that browsers see: the built web, /api/* sent on to the service that answers it, and at /docs a
 * description of the whole API.
 */
export async function buildEdge({
  dist,
  commandApiUrl,
  readApiUrl,
  publicUrl,
  trustedProxies,
  sessionSecret,
  pagesPerMinute,
  pagePatience,
  logger,
  dispatcher = spreadingAgent(),
}: EdgeParts): Promise<FastifyInstance> {
  const theApp = readPage(dist, 'index.html', publicUrl)
  const prices = new KnownPrices(readApiUrl)
  const landing = pricedPage(readPage(dist, 'landing.html', publicUrl), prices)
  const notFound = pricedPage(readPage(dist, 'not-found.html', publicUrl), prices)
  const appPages = new AppPages(dist)
  /** Files that act by a policy of their own: the worker, and the app's page, which the worker keeps as it was sent. */
  const policies: Readonly<Record<string, string>> = { '/sw.js': WORKER_POLICY, '/index.html': theApp.policy }
  const statusFrame = readPage(dist, 'status.html', publicUrl)
  const states = new ServiceStates({ commandApiUrl, readApiUrl })
  let shownStates: { readonly known: KnownStates; readonly page: Page } | null = null
  const app = await createServer({ name: 'edge', logger, believed: trustedProxies })
  setGlobalDispatcher(dispatcher)
  const { origin, protocol: scheme } = new URL(publicUrl)
  const protocol = scheme.replace(':', '')
  const renderedPages = new RenderedPages({ dist, readApiUrl, logger, patienceMilliseconds: pagePatience })
  app.addHook('onClose', () => renderedPages.close())
  await renderedPages.warmUp(`${origin}/login`)
  /** Written anew, so that nothing that a caller claimed is passed on. */
  const sentOn = (request: FastifyRequest) => ({
    'x-correlation-id': String(request.id),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': protocol,
    // A proxy that nobody told us of may stand on this machine: its callers are elsewhere.
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
      // Whoever asks before they send their body (`Expect: 100-continue`) was told to go on by the server in front.
      rewriteRequestHeaders: (request, { expect: _, ...headers }) => ({ ...headers, ...sentOn(request as FastifyRequest) }),
      // Each caller decides whether to ask again; a retry in the middle would hide how a service fares, and repeat
      // reads that act.
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

  // From what the edge knows itself, so that it answers while the others are down.
  app.get('/status', counted, async (request, reply) => {
    const known = await states.know()
    if (shownStates?.known !== known)
      shownStates = {
        known,
        page: pageOf(
          statusFrame.html.replace(STATES, () => statesInHtml(known)),
          statusFrame.policy,
        ),
      }
    return shownStates.page.send(request, reply)
  })

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
  // Asked for by what reads no page, or a page without a link to its icon: browsers take any picture for it.
  app.get('/favicon.ico', (_request, reply) => reply.sendFile('icon-192.png'))
  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    const policy = policies[path]
    if (policy) reply.header('content-security-policy', policy)
    if (isFile(path)) return BEHIND_SCREENS.has(path) ? reply.callNotFound() : reply.sendFile(path)
    await countPage.call(app, request, reply)
    const isKnown = isScreen(path)
    // The app finds out whether the session still holds. A cookie that we did not sign is no session.
    const isSignedIn = sessionOf(request.headers.cookie) !== null
    reply.code(isKnown ? 200 : 404)
    if (!isSignedIn && !isOpenScreen(path)) return (await (isKnown ? landing() : notFound())).send(request, reply)
    const files = appPages.filesAt(path)
    if (mayTellEarly(request)) reply.raw.writeEarlyHints({ link: files.map((file) => `</${file}>; rel=modulepreload; crossorigin`) })
    const headers = { ...sentOn(request), cookie: request.headers.cookie ?? '' }
    const coding = codingFor(request.headers['accept-encoding'])
    const own = await renderedPages.at({ address: origin + request.url, files, coding, headers })
    return own ? sendOwnPage(own, theApp, reply) : theApp.send(request, reply)
  })
  return app
}

/** How the edge fares, for operators, at an address of its own. */
export async function buildEdgeHealth(edge: FastifyInstance, logger: Logger): Promise<FastifyInstance> {
  const app = await createServer({ name: 'edge', logger })
  tellOperators(app, edge.metrics, async () => ({ ready: true }))
  return app
}

type Asked = Pick<FastifyRequest, 'method' | 'url'>

const pathOf = (request: Asked): string => request.url.split('?', 1)[0] ?? '/'

/** Files of pages that are filled in before they go out. */
const BEHIND_SCREENS: ReadonlySet<string> = new Set(['/landing.html', '/not-found.html', '/status.html'])

/** Screens have no dot in the last part of their address, files always have one. */
const isFile = (path: string): boolean => path.startsWith('/assets/') || path.slice(path.lastIndexOf('/')).includes('.')

/**
 * Browsers hear of what is to be loaded before the page only where it comes by HTTP/2, as from a proxy before this one.
 * Of one that is not known nobody knows what it makes of an answer before the answer.
 */
const mayTellEarly = ({ ips = [], raw, headers }: FastifyRequest): boolean =>
  ips.length > 1 && raw.httpVersion === '1.1' && headers['sec-fetch-mode'] === 'navigate'
