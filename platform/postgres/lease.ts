import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logger.ts'

const POLL_MILLISECONDS = 500
const HEARTBEAT_MILLISECONDS = 2_000
/** A session that is silent for this long is given up. */
const SILENCE_MILLISECONDS = 5_000
/** PostgreSQL ends a session without heartbeat: the process is paused or cut off. */
const LAPSE_MILLISECONDS = 7_000

export interface Lease {
  readonly lost: AbortSignal
  release(): Promise<void>
}

interface LeaseOptions {
  readonly url: string
  /** Processes that ask for the same name take turns. */
  readonly name: string
  /** Leased together in one session; the name alone if left out. */
  readonly of?: readonly string[]
  readonly logger: Logger
}

/** An advisory lock on its own session, null if taken. A holder may lose it unknowingly: fence its writes too. */
async function tryLease({ url, name, of = [name], logger }: LeaseOptions): Promise<Lease | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `lease ${name}`,
    connectionTimeoutMillis: SILENCE_MILLISECONDS,
    query_timeout: SILENCE_MILLISECONDS,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', (error) => {
    logger.warn({ err: error, lease: name }, 'lost the session of a lease')
    lost.abort()
  })
  client.on('end', () => lost.abort())
  const leave = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query(`SET idle_session_timeout = ${LAPSE_MILLISECONDS}`)
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended(name, 0)) AS held FROM unnest($1::text[]) AS name',
      [of],
    )
    if (!rows.every(({ held }) => held)) {
      await leave()
      return null
    }
  } catch (error) {
    await leave()
    throw error
  }
  const heartbeat = setInterval(() => {
    client.query('SELECT 1').catch((error: unknown) => {
      if (!lost.signal.aborted) logger.warn({ err: error, lease: name }, 'the session of a lease does not answer')
      lost.abort()
    })
  }, HEARTBEAT_MILLISECONDS)
  lost.signal.addEventListener('abort', () => clearInterval(heartbeat))
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(heartbeat)
      await leave()
    },
  }
}

export async function waitForLease(options: LeaseOptions, signal: AbortSignal): Promise<Lease> {
  for (;;) {
    signal.throwIfAborted()
    const lease = await tryLease(options).catch((error: unknown) => {
      options.logger.warn({ err: error, lease: options.name }, 'cannot ask for a lease')
      return null
    })
    if (lease) return lease
    await sleep(POLL_MILLISECONDS * (0.75 + Math.random() / 2), undefined, { signal })
  }
}
