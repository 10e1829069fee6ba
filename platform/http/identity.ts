import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Signer } from '@fastify/cookie'
import type { UserRole } from '@medicready/domain/accounts/rules'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Sql } from '../postgres/connection.ts'

/** Who is signed in, as the session says. */
export interface Identity {
  readonly userId: string
  readonly role: UserRole
  readonly sessionId: string
}

export const SESSION_COOKIE = 'medicready.sid'
const SESSION_ENDED = 'session_ended'
const CACHE_MILLISECONDS = 10_000

/** A bearer token is stored by its hash only. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const TOKEN_BYTES = 32

/** A new bearer token for a session; it ends with the session. */
export async function issueBearerToken(sql: Sql, sessionId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await sql`INSERT INTO auth.bearer_tokens (token_hash, sid) VALUES (${hashToken(token)}, ${sessionId})`
  return token
}

/** Has every service forget a session that has ended. */
export async function announceSessionEnd(sql: Sql, sessionId: string): Promise<void> {
  await sql.notify(SESSION_ENDED, sessionId)
}

/**
 * Finds out who makes a request, by the signed session cookie or by the bearer token of the same session. Answers are
 * remembered for ten seconds; a session that ends is announced to every service at once, so that signing out takes
 * effect everywhere.
 */
export class Identities {
  readonly #sql: Sql
  readonly #signer: Signer
  readonly #known = new LRUCache<string, Promise<Identity | null>>({ max: 20_000, ttl: CACHE_MILLISECONDS })
  readonly #stopped = new AbortController()
  #starting: Promise<void> | null = null
  #listening: { unlisten: () => Promise<void> } | null = null

  constructor(sql: Sql, sessionSecret: string) {
    this.#sql = sql
    this.#signer = new Signer(sessionSecret)
  }

  /**
   * Begins to hear of ended sessions. Nothing is remembered before; after a lost connection all is forgotten, as
   * announcements may have been missed.
   */
  start(): void {
    const forget = () => this.#known.clear()
    const listen = async () => {
      for (let attempt = 0; !this.#stopped.signal.aborted; attempt++) {
        try {
          this.#listening = await this.#sql.listen(SESSION_ENDED, forget, forget)
          return
        } catch {
          await sleep(Math.min(100 * 2 ** attempt, 2_000), undefined, { signal: this.#stopped.signal }).catch(() => undefined)
        }
      }
    }
    this.#starting = listen()
  }

  async of(request: FastifyRequest): Promise<Identity | null> {
    const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
    if (bearer) {
      const byToken = await this.#remember(`bearer:${bearer}`, () => this.#ofToken(bearer))
      if (byToken) return byToken
    }
    const sessionId = this.#sessionIdOf(request.headers.cookie)
    return sessionId ? this.#remember(`session:${sessionId}`, () => this.#ofSession(sessionId)) : null
  }

  /**
   * Remembered from its first question on: the calls of a page come together and share one look-up. What is forgotten
   * while it is looked up stays forgotten.
   */
  #remember(key: string, find: () => Promise<Identity | null>): Promise<Identity | null> {
    const known = this.#known.get(key)
    if (known) return known
    const finding = find()
    if (!this.#listening) return finding
    this.#known.set(key, finding)
    const forget = () => {
      if (this.#known.peek(key) === finding) this.#known.delete(key)
    }
    finding.then((identity) => identity ?? forget(), forget)
    return finding
  }

  #sessionIdOf(cookies: string | undefined): string | null {
    const value = cookies
      ?.split(';')
      .map((cookie) => cookie.trim().split('='))
      .find(([name]) => name === SESSION_COOKIE)?.[1]
    if (!value) return null
    try {
      const unsigned = this.#signer.unsign(decodeURIComponent(value))
      return unsigned.valid ? unsigned.value : null
    } catch {
      return null
    }
  }

  async #ofSession(sessionId: string): Promise<Identity | null> {
    const [row] = await this.#sql<{ sess: SessionPayload }[]>`SELECT sess FROM auth.sessions WHERE sid = ${sessionId} AND expire > now()`
    return row ? toIdentity(sessionId, row.sess) : null
  }

  async #ofToken(token: string): Promise<Identity | null> {
    const [row] = await this.#sql<{ sid: string; sess: SessionPayload }[]>`
      SELECT sid, sess FROM auth.bearer_tokens JOIN auth.sessions USING (sid) WHERE token_hash = ${hashToken(token)} AND expire > now()`
    return row ? toIdentity(row.sid, row.sess) : null
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#starting
    await this.#listening?.unlisten().catch(() => undefined)
    this.#listening = null
  }
}

interface SessionPayload {
  userId?: string
  role?: UserRole
}

const toIdentity = (sessionId: string, { userId, role }: SessionPayload): Identity | null =>
  userId && role ? { userId, role, sessionId } : null
