import { promisify } from 'node:util'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { UserRole } from '@medicready/domain/accounts/rules'
import connectPgSimple from 'connect-pg-simple'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { SESSION_COOKIE } from './identity.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    role?: UserRole
  }
}

const SESSION_DAYS = 30

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
      maxAge: SESSION_DAYS * 24 * 3_600_000,
    },
  })
}

/**
 * Begins a new session for somebody who proved who they are, and answers its id. The old one ends, so that nobody can
 * plant a session on them.
 */
export async function beginSession(request: FastifyRequest, person: { userId: string; role: UserRole }): Promise<string> {
  try {
    await request.session.regenerate()
    request.session.userId = person.userId
    request.session.role = person.role
    await request.session.save()
    return request.session.sessionId
  } catch (error) {
    // A session that could not be saved would be saved again on the way out, fail again, and hide this error from
    // whoever turns it into an answer.
    const holder: { session: unknown } = request
    holder.session = null
    throw error
  }
}

/** Ends a session and its tokens, also when the caller came with a token and no cookie. */
export async function endSession(request: FastifyRequest, reply: FastifyReply, sessionId: string): Promise<void> {
  const store = request.sessionStore
  await promisify(store.destroy.bind(store))(sessionId)
  reply.clearCookie(SESSION_COOKIE, { path: '/' })
}
