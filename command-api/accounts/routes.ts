import type { accountCalls } from '@medicready/domain/contract/accounts'
import type { Handlers } from '@medicready/platform/http/calls'
import { announceSessions, issueBearerToken } from '@medicready/platform/http/identity'
import { beginSession, endSession, forgetCookie } from '@medicready/platform/http/sessions'
import type { FastifyInstance } from 'fastify'
import { type RouteParts, requestContext } from '../request-context.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { atEvenPace } from './even-pace.ts'
import { registerAccount } from './register-account.ts'
import { requestVerification } from './request-verification.ts'
import { signIn } from './sign-in.ts'
import { stillSo } from './still-so.ts'
import { verifyEmail } from './verify-email.ts'

export const accountRoutes = (parts: RouteParts): Handlers<typeof accountCalls, 'command-api'> => ({
  'POST /api/auth/register': async ({ body, http }) => {
    refuseCommonPassword(body.password)
    parts.passwords.queue.refuseIfFull('registration')
    await parts.checkAttempts(http, { purpose: 'registration' })
    const { position } = await registerAccount(parts, body, requestContext(http, parts.clock))
    return said('We sent you a verification link. Please check your inbox to verify your account.', position)
  },

  'POST /api/auth/login': async ({ body, identity, http }) => {
    parts.passwords.queue.refuseIfFull('signIn')
    const attempt = await parts.checkAttempts(http, { purpose: 'signIn', email: body.email })
    const { answer: account, position } = await signIn(parts, body)
    await attempt.succeeded()
    const sessionId = await beginSession(http, {
      userId: account.userId,
      role: account.role,
      hasSecondFactor: false,
      stillSo: stillSo(parts, account),
    })
    if (identity) await announceSessions(parts.sql)
    return { answer: { ok: true, token: await issueBearerToken(parts.sql, sessionId) }, position }
  },

  'POST /api/auth/logout': async ({ identity }, reply) => {
    if (identity) await endSession(parts.sql, identity.sessionId)
    forgetCookie(reply)
    return { answer: { ok: true }, position: null }
  },

  'POST /api/auth/resend-verification': async ({ body, http }) => {
    await parts.checkAttempts(http, { purpose: 'mail' })
    const { position } = await atEvenPace(() => requestVerification(parts, body, requestContext(http, parts.clock)))
    return said('Verification email has been resent. Please check your inbox.', position)
  },

  'GET /api/auth/verify-email': async ({ query, http }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    const { position } = await verifyEmail(parts, query, requestContext(http, parts.clock))
    return said('Your email address is verified. You can sign in now.', position)
  },
})

const said = <Place>(message: string, position: Place) => ({ answer: { success: true, message }, position })

/** `/api/login` is where links of old mails and pages lead. */
export function redirectToLogin(app: FastifyInstance): void {
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'))
}
