import { Agent, type Dispatcher, interceptors, type RetryHandler } from 'undici'

/** After this time the addresses of a name are looked up again. */
const FRESH_MILLISECONDS = 1_000
/** Limits a connection's life, since one address may also be shared by several instances. */
const CONNECTION_MILLISECONDS = 10_000
const CONNECT_MILLISECONDS = 2_000
/** Shorter than a stopping service waits, which would otherwise close a connection that a call is on its way on. */
const IDLE_MILLISECONDS = 500
/** Calls share one round-robin, so that a call among many can meet the same dead instance several times in a row. */
const RETRIES = 12
const LONGEST_PAUSE_MILLISECONDS = 30
const refusals = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

type Lookup = NonNullable<NonNullable<Parameters<typeof interceptors.dns>[0]>['lookup']>

const retryRefused: RetryHandler.RetryCallback = (error, { state }, done) => {
  const isRefused = 'code' in error && typeof error.code === 'string' && refusals.has(error.code)
  // Without chance, calls that fail together would take turns in step.
  if (isRefused && state.counter <= RETRIES) setTimeout(() => done(null), Math.random() * LONGEST_PAUSE_MILLISECONDS)
  else done(error)
}

/** A call that cannot connect goes to another instance behind the name: nothing of it was sent yet. */
export const spreadingAgent = (lookup?: Lookup): Dispatcher =>
  new Agent({
    connections: 128,
    pipelining: 1,
    clientTtl: CONNECTION_MILLISECONDS,
    keepAliveTimeout: IDLE_MILLISECONDS,
    keepAliveMaxTimeout: IDLE_MILLISECONDS,
    connect: { timeout: CONNECT_MILLISECONDS },
  }).compose(
    interceptors.dns({ maxTTL: FRESH_MILLISECONDS, ...(lookup && { lookup }) }),
    interceptors.retry({
      retry: retryRefused,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      // Every answer is an answer, also 429 and 503.
      statusCodes: [],
    }),
  )
