import { randomBytes } from 'node:crypto'
import cookie, { fastifyCookie, Signer } from '@fastify/cookie'
import session from '@fastify/session'
import { sessionLimits } from '@medicready/domain/accounts/shown/rights'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Sql } from '../postgres/connection.ts'
import { cookieAttributes } from './cookies.ts'
import { deviceOf } from './device.ts'
import { issueBearerToken, SESSION_COOKIE, SESSIONS_CHANGED } from './identity.ts'
import { networkOf } from './network.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    hasSecondFactor?: boolean
    idleMinutes?: number
    device?: string
    network?: string
  }
}

interface SessionOptions {
  readonly pool: pg.Pool
  readonly secret: string
  readonly publicUrl: string
}

/** For the scope that signs people in and out. Other routes only read (`Identities`). */
export async function registerSessions(scope: FastifyInstance, { pool, secret, publicUrl }: SessionOptions): Promise<void> {
  // The store is typed for express; both session middlewares share its interface.
  const PostgresStore = connectPgSimple(session as unknown as Parameters<typeof connectPgSimple>[0])
  const store = new PostgresStore({ pool, schemaName: 'auth', tableName: 'sessions', disableTouch: true, pruneSessionInterval: 15 * 60 })
  scope.addHook('onClose', async () => store.close())
  await scope.register(cookie)
  await scope.register(session, {
    secret,
    store: store as unknown as NonNullable<session.FastifySessionOptions['store']>,
    cookieName: SESSION_COOKIE,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieAttributes(publicUrl), maxAge: minutes(sessionLimits.student.minutes) },
  })
}

const minutes = (count: number) => count * 60_000

interface Proven {
  readonly userId: string
  readonly role: UserRole
  readonly hasSecondFactor: boolean
  /** Asked once the session exists and can be ended by `endSessions`. */
  readonly isStillValid: () => Promise<boolean>
}

/** The old session ends (session fixation). Throws `conflict` if the account was changed at the same moment. */
export async function beginSession(request: FastifyRequest, { userId, role, hasSecondFactor, isStillValid }: Proven): Promise<string> {
  try {
    await request.session.regenerate()
    const limits = sessionLimits[role]
    const device = deviceOf(request.headers['user-agent'])
    Object.assign(request.session, { userId, hasSecondFactor, idleMinutes: limits.idleMinutes, device, network: networkOf(request.ip) })
    request.session.cookie.maxAge = minutes(limits.minutes)
    await request.session.save()
    const { sessionId } = request.session
    if (await isStillValid()) return sessionId
    await request.session.destroy()
    throw new Rejection('conflict')
  } catch (error) {
    // Fastify would try to save the session again on the way out, fail again, and hide this error.
    const holder: { session: unknown } = request
    holder.session = null
    throw error
  }
}

export function forgetCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
}

export async function endSession(sql: Sql, sessionId: string): Promise<void> {
  await sql`WITH ended AS (DELETE FROM auth.sessions WHERE sid = ${sessionId}) SELECT pg_notify(${SESSIONS_CHANGED}, '')`
}

/** Ends sessions in every service at once. `except` is the caller's own; returns the count. */
export async function endSessions(
  sql: Sql,
  userId: string,
  { except = null, startedBefore = null }: { except?: string | null; startedBefore?: string | null } = {},
): Promise<number> {
  const [row] = await sql<{ ended: number }[]>`
    WITH ended AS (DELETE FROM auth.sessions WHERE user_id = ${userId} AND sid IS DISTINCT FROM ${except}
        AND started_at < coalesce(${startedBefore}::timestamptz, 'infinity') RETURNING sid)
    SELECT count(*)::int AS ended, pg_notify(${SESSIONS_CHANGED}, '') FROM ended`
  return row?.ended ?? 0
}

export async function endSessionOf(sql: Sql, userId: string, id: string): Promise<number> {
  const [session] = await sql<{ sid: string }[]>`SELECT sid FROM auth.live_sessions WHERE user_id = ${userId} AND id = ${id}`
  if (!session) return 0
  await endSession(sql, session.sid)
  return 1
}

interface RotationOptions extends Pick<SessionOptions, 'secret' | 'publicUrl'> {
  readonly sql: Sql
}

/** Old session IDs and bearer tokens become useless. For calls outside the sign-in scope. */
export class SessionRotation {
  readonly #options: RotationOptions

  constructor(options: RotationOptions) {
    this.#options = options
  }

  async rotate(reply: FastifyReply, sessionId: string, says: { readonly hasSecondFactor?: boolean } = {}): Promise<string | null> {
    const next = await this.begin(sessionId, says)
    if (next === null) return null
    await endSession(this.#options.sql, sessionId)
    return this.handOver(reply, next)
  }

  /** A copy that is at least as new as `now`, so ending earlier sessions spares it. Null if the old one ended. */
  async begin(
    sessionId: string,
    { now = '-infinity', hasSecondFactor = null }: { readonly now?: string; readonly hasSecondFactor?: boolean | null } = {},
  ): Promise<string | null> {
    const next = randomBytes(SESSION_ID_BYTES).toString('base64url')
    const { count } = await this.#options.sql`
      INSERT INTO auth.sessions (sid, sess, expire, started_at, last_used_at, last_network)
      SELECT ${next}, (sess::jsonb || jsonb_strip_nulls(jsonb_build_object('hasSecondFactor', ${hasSecondFactor}::boolean)))::json,
        expire, greatest(now(), ${now}::timestamptz), last_used_at, last_network
      FROM auth.sessions WHERE sid = ${sessionId}`
    return count === 1 ? next : null
  }

  async handOver(reply: FastifyReply, sessionId: string): Promise<string> {
    const { sql, secret, publicUrl } = this.#options
    const [session] = await sql<{ seconds: number }[]>`
      SELECT extract(epoch FROM expire - now())::int AS seconds FROM auth.sessions WHERE sid = ${sessionId}`
    const attributes = { ...cookieAttributes(publicUrl), maxAge: session?.seconds ?? 0 }
    reply.header('set-cookie', fastifyCookie.serialize(SESSION_COOKIE, new Signer(secret).sign(sessionId), attributes))
    return issueBearerToken(sql, sessionId)
  }
}

const SESSION_ID_BYTES = 24
