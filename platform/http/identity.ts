import { createHash, randomBytes } from 'node:crypto'
import { Signer } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Logger } from '../logger.ts'
import { Announcements } from '../postgres/announcements.ts'
import type { Sql } from '../postgres/connection.ts'
import { cookieOf } from './cookies.ts'
import { networkOf } from './network.ts'

/** Rights are checked at each call. */
export interface Identity {
  readonly userId: string
  readonly sessionId: string
  readonly hasSecondFactor: boolean
}

export const SESSION_COOKIE = 'medicready.sid'
/** Announced when sessions end or change. */
export const SESSIONS_CHANGED = 'sessions_changed'
const CACHE_MILLISECONDS = 10_000

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Resolution of the last use of a session. */
const NOTED_EVERY = '1 minute'

const TOKEN_BYTES = 32

export async function issueBearerToken(sql: Sql, sessionId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await sql`INSERT INTO auth.bearer_tokens (token_hash, sid) VALUES (${hashToken(token)}, ${sessionId})`
  return token
}

export async function announceSessions(sql: Sql): Promise<void> {
  await sql.notify(SESSIONS_CHANGED, '')
}

/** Null unless we signed the cookie. The session may have ended. */
export function sessionCookies(secret: string): (cookies: string | undefined) => string | null {
  const signer = new Signer(secret)
  return (cookies) => {
    const value = cookieOf(cookies, SESSION_COOKIE)
    if (!value) return null
    try {
      const unsigned = signer.unsign(decodeURIComponent(value))
      return unsigned.valid ? unsigned.value : null
    } catch {
      return null
    }
  }
}

/** Answers are cached for ten seconds; ended sessions are announced to every service at once. */
export class Identities {
  readonly #sql: Sql
  readonly #ended: Announcements
  readonly #sessionOf: ReturnType<typeof sessionCookies>
  readonly #known = new LRUCache<string, Promise<Identity | null>>({ max: 20_000, ttl: CACHE_MILLISECONDS })

  constructor({ sql, sessionSecret, logger }: { sql: Sql; sessionSecret: string; logger: Logger }) {
    this.#sql = sql
    // After a lost connection the cache is cleared, because announcements may have been missed.
    const forget = () => this.#known.clear()
    this.#ended = new Announcements(sql, SESSIONS_CHANGED, { heard: forget, missed: forget }, logger)
    this.#sessionOf = sessionCookies(sessionSecret)
  }

  start(): void {
    this.#ended.start()
  }

  async of(request: FastifyRequest): Promise<Identity | null> {
    const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
    if (bearer) {
      const byToken = await this.#remember(`bearer:${bearer}`, () => this.#ofToken(bearer, request))
      if (byToken) return byToken
    }
    const sessionId = this.#sessionOf(request.headers.cookie)
    return sessionId ? this.#remember(`session:${sessionId}`, () => this.#ofSession(sessionId, request)) : null
  }

  /** A page makes several calls at once. An entry that is dropped during look-up stays dropped. */
  #remember(key: string, find: () => Promise<Identity | null>): Promise<Identity | null> {
    const known = this.#known.get(key)
    if (known) return known
    const finding = find()
    if (!this.#ended.isListening) return finding
    this.#known.set(key, finding)
    const forget = () => {
      if (this.#known.peek(key) === finding) this.#known.delete(key)
    }
    finding.then((identity) => identity ?? forget(), forget)
    return finding
  }

  async #ofSession(sessionId: string, request: FastifyRequest): Promise<Identity | null> {
    const [row] = await this.#sql<SessionRow[]>`
      SELECT sid, user_id, has_second_factor, last_used_at < now() - ${NOTED_EVERY}::interval AS is_use_due
      FROM auth.live_sessions WHERE sid = ${sessionId}`
    return row ? this.#used(row, request) : null
  }

  async #ofToken(token: string, request: FastifyRequest): Promise<Identity | null> {
    const [row] = await this.#sql<SessionRow[]>`
      SELECT sid, user_id, has_second_factor, last_used_at < now() - ${NOTED_EVERY}::interval AS is_use_due
      FROM auth.bearer_tokens JOIN auth.live_sessions USING (sid) WHERE token_hash = ${hashToken(token)}`
    return row ? this.#used(row, request) : null
  }

  /** Noted once a minute. */
  async #used({ sid, user_id, has_second_factor, is_use_due }: SessionRow, request: FastifyRequest): Promise<Identity> {
    if (is_use_due)
      await this.#sql`
        UPDATE auth.sessions SET last_used_at = now(), last_network = ${networkOf(request.ip)}
        WHERE sid = ${sid} AND last_used_at < now() - ${NOTED_EVERY}::interval`
    return { userId: user_id, sessionId: sid, hasSecondFactor: has_second_factor }
  }

  stop(): Promise<void> {
    return this.#ended.stop()
  }
}

interface SessionRow {
  readonly sid: string
  readonly user_id: string
  readonly has_second_factor: boolean
  readonly is_use_due: boolean
}
