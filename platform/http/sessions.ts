import { randomBytes } from 'node:crypto'
import cookie, { fastifyCookie, Signer } from '@fastify/cookie'
import session from '@fastify/session'
import type { UserRole } from '@medicready/domain/accounts/rules'
import { sessionLimits } from '@medicready/domain/accounts/session-limits'
import { Rejection } from '@medicready/domain/rejection'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Sql } from '../postgres/connection.ts'
import { deviceOf } from './device.ts'
import { issueBearerToken, SESSION_COOKIE, SESSIONS_CHANGED } from './identity.ts'
import { networkOf } from './network.ts'

declare module 'fastify' {
  /** What a session says; the view `auth.live_sessions` reads it. */
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
  /** Over https the cookie is sent by https only. */
  readonly publicUrl: string
}

/**
 * Sessions in Postgres, for the scope that signs people in and out. All other routes only read who is signed in
 * (`Identities`).
 */
export async function registerSessions(scope: FastifyInstance, { pool, secret, publicUrl }: SessionOptions): Promise<void> {
  // The store is typed for express; the two session middlewares share its interface.
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
    cookie: {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: minutes(sessionLimits.student.minutes),
    },
  })
}

const minutes = (count: number) => count * 60_000

/** A person who proved who they are. */
interface Proven {
  readonly userId: string
  readonly role: UserRole
  /** Whether they proved it by more than a password. */
  readonly hasSecondFactor: boolean
  /** Whether what they proved it by is so still: asked once the session is there for `endSessions` to end. */
  readonly isStillValid: () => Promise<boolean>
}

/**
 * Begins a new session, with the limits of the role, and answers its id. The old one ends, so that no one can plant a
 * session on them. Refused with `conflict` where the account was changed at the same moment.
 */
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
    // A session that could not be saved would be saved again on the way out, fail again, and hide this error from
    // whoever turns it into an answer.
    const holder: { session: unknown } = request
    holder.session = null
    throw error
  }
}

/** Has the browser forget the cookie of a session that is over. */
export function forgetCookie(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
}

/** Ends one session and its bearer tokens, everywhere at once. */
export async function endSession(sql: Sql, sessionId: string): Promise<void> {
  await sql`WITH ended AS (DELETE FROM auth.sessions WHERE sid = ${sessionId}) SELECT pg_notify(${SESSIONS_CHANGED}, '')`
}

/**
 * Ends every session of an account and its bearer tokens, everywhere at once: an intruder before a password, a role
 * or a second factor was changed is out. `except` is the session that changed it. Answers how many there were;
 * with `startedBefore`, of those only.
 */
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

/** Ends one session of a user, by its public id. Answers how many were ended: 1 or 0. */
export async function endSessionOf(sql: Sql, userId: string, id: string): Promise<number> {
  const [session] = await sql<{ sid: string }[]>`SELECT sid FROM auth.live_sessions WHERE user_id = ${userId} AND id = ${id}`
  if (!session) return 0
  await endSession(sql, session.sid)
  return 1
}

interface RotationOptions extends Pick<SessionOptions, 'secret' | 'publicUrl'> {
  readonly sql: Sql
}

/**
 * Moves a session on to another id and another bearer token: what others may have learned of the former ones is of no
 * use any more. For calls outside the scope that signs people in.
 */
export class SessionRotation {
  readonly #options: RotationOptions

  constructor(options: RotationOptions) {
    this.#options = options
  }

  /** Moves a session on at once, and hands it to its browser. Answers its bearer token; null where it has ended. */
  async rotate(reply: FastifyReply, sessionId: string, says: { readonly hasSecondFactor?: boolean } = {}): Promise<string | null> {
    const next = await this.begin(sessionId, says)
    if (next === null) return null
    await endSession(this.#options.sql, sessionId)
    return this.handOver(reply, next)
  }

  /**
   * Begins the session anew, beside the one before, which is the caller's to end. It began at `now` at the earliest:
   * what ends all sessions from before then leaves it. `hasSecondFactor`: what it says of it from then on; as before
   * when left out. Answers its id; null where the one before has ended.
   */
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

  /** Hands the session to its browser, as a cookie, and answers its bearer token. */
  async handOver(reply: FastifyReply, sessionId: string): Promise<string> {
    const { sql, secret, publicUrl } = this.#options
    const [session] = await sql<{ seconds: number }[]>`
      SELECT extract(epoch FROM expire - now())::int AS seconds FROM auth.sessions WHERE sid = ${sessionId}`
    const attributes = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: session?.seconds ?? 0,
    } as const
    reply.header('set-cookie', fastifyCookie.serialize(SESSION_COOKIE, new Signer(secret).sign(sessionId), attributes))
    return issueBearerToken(sql, sessionId)
  }
}

const SESSION_ID_BYTES = 24
