import { Agent, type Dispatcher, interceptors } from 'undici'

/** After this time the addresses of a name are looked up again. */
const FRESH_MILLISECONDS = 1_000
/** Limits a connection's life, since one address may also be shared by several instances. */
const CONNECTION_MILLISECONDS = 10_000
const CONNECT_MILLISECONDS = 2_000
/** Calls share one round-robin, so that a call among many can meet the same dead instance several times in a row. */
const RETRIES = 12
const LONGEST_PAUSE_MILLISECONDS = 50

type Lookup = NonNullable<NonNullable<Parameters<typeof interceptors.dns>[0]>['lookup']>

/** A call that cannot connect goes to another instance behind the name: nothing of it was sent yet. */
export const spreadingAgent = (lookup?: Lookup): Dispatcher =>
  new Agent({ connections: 128, pipelining: 1, clientTtl: CONNECTION_MILLISECONDS, connect: { timeout: CONNECT_MILLISECONDS } }).compose(
    interceptors.dns({ maxTTL: FRESH_MILLISECONDS, ...(lookup && { lookup }) }),
    interceptors.retry({
      maxRetries: RETRIES,
      minTimeout: 1,
      maxTimeout: LONGEST_PAUSE_MILLISECONDS,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      statusCodes: [],
      errorCodes: ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
    }),
  )
