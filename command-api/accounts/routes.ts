import { randomBytes } from 'node:crypto'
import { accountAggregate, credentialsOf, requestVerification, verifyEmail } from '@medicready/domain/accounts/account'
import { Rejection } from '@medicready/domain/rejection'
import type { CallKeyOf, Handlers } from '@medicready/platform/http/calls'
import { hashToken, SESSION_ENDED } from '@medicready/platform/http/identity'
import { beginSession, endSession } from '@medicready/platform/http/sessions'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { FastifyInstance } from 'fastify'
import { type Clock, commandContext, idFrom, replyConsistency } from '../command-context.ts'
import type { Commands } from '../commands.ts'
import type { CheckAttempts } from './attempts.ts'
import type { Passwords } from './passwords.ts'
import type { Registration } from './registration.ts'
import type { VerificationTokens } from './verification-tokens.ts'

export interface AccountDependencies {
  readonly sql: Sql
  readonly commands: Commands
  readonly clock: Clock
  readonly passwords: Passwords
  readonly registration: Registration
  readonly tokens: VerificationTokens
  readonly checkAttempts: CheckAttempts
}

const TOKEN_BYTES = 32

export const accountRoutes = (
  parts: AccountDependencies,
): Pick<Handlers<'command-api'>, Extract<CallKeyOf<'command-api'>, `${string} /api/auth/${string}`>> => ({
  'POST /api/auth/register': async ({ body, http }) => {
    await parts.checkAttempts(http, body.email)
    // No consistency token here: its age would tell whether the address was known.
    await parts.registration.register(body, commandContext(http, parts.clock))
    return { success: true, message: 'We sent you a verification link. Please check your inbox to verify your account.' }
  },

  'POST /api/auth/login': async ({ body, identity, http }, reply) => {
    await parts.checkAttempts(http, body.email)
    const account = await parts.registration.find(body.email)
    const credentialId = await parts.passwords.find(account ? credentialsOf(account.state) : [], body.password)
    if (!account || !credentialId) throw new Rejection('credentialsInvalid')
    if (account.state.situation === 'unverified') throw new Rejection('emailNotVerified')

    const sessionId = await beginSession(http, account.state)
    if (identity) await parts.sql.notify(SESSION_ENDED, identity.sessionId)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await parts.sql`INSERT INTO auth.bearer_tokens (token_hash, sid) VALUES (${hashToken(token)}, ${sessionId})`
    replyConsistency(reply, account.position)
    return { ok: true, token }
  },

  'POST /api/auth/logout': async ({ identity, http }, reply) => {
    if (identity) {
      await endSession(http, reply, identity.sessionId)
      await parts.sql.notify(SESSION_ENDED, identity.sessionId)
    }
    return { ok: true }
  },

  'POST /api/auth/resend-verification': async ({ body, http }) => {
    await parts.checkAttempts(http, body.email)
    const account = await parts.registration.find(body.email)
    // The link shall stand for the password of whoever asks, and not for that of somebody else who registered the address.
    const credentialId =
      body.password === undefined ? null : await parts.passwords.find(account ? credentialsOf(account.state) : [], body.password)
    if (account) {
      const context = commandContext(http, parts.clock)
      const command = { verificationId: idFrom(context, 'verification'), ...(credentialId && { credentialId }), now: context.now }
      await parts.commands.execute(accountAggregate, account.state.userId, requestVerification(command), context)
    }
    return { success: true, message: 'Verification email has been resent. Please check your inbox.' }
  },

  'GET /api/auth/verify-email': async ({ query, http }, reply) => {
    await parts.checkAttempts(http)
    const found = await parts.tokens.find(query.token)
    if (!found) throw new Rejection('verificationLinkInvalid')
    const context = commandContext(http, parts.clock)
    const command = { verificationId: found.verificationId, now: context.now }
    const { position } = await parts.commands.execute(accountAggregate, found.userId, verifyEmail(command), context)
    replyConsistency(reply, position)
    return { success: true, message: 'Your email address is verified. You can sign in now.' }
  },
})

/** `/api/login` is where links of old mails and pages lead. */
export function redirectToLogin(app: FastifyInstance): void {
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'))
}
