import { inWords } from '@medicready/domain/accounts/mail-allowance'
import type { accountCalls } from '@medicready/domain/contract/accounts/accounts'
import type { Outcome } from '@medicready/domain/outcome'
import type { Handlers } from '@medicready/platform/http/calls'
import { endSession, forgetCookie } from '@medicready/platform/http/sessions'
import type { FastifyInstance } from 'fastify'
import { idFrom } from '../command-context.ts'
import { type RouteParts, requestContext } from '../request-context.ts'
import { linkGuessBy } from './attempts.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { atEvenPace } from './even-pace.ts'
import { letIn, nameOfSession } from './let-in.ts'
import { type Allowance, mailAsked } from './mail-allowances.ts'
import { registerAccount } from './register-account.ts'
import { requestVerification } from './request-verification.ts'
import { askForSecondStep } from './second-factor/second-step.ts'
import { signIn } from './sign-in.ts'
import { verifyEmail } from './verify-email.ts'

export const accountRoutes = (parts: RouteParts): Handlers<typeof accountCalls, 'command-api'> => ({
  'POST /api/auth/register': async ({ body, http }, reply) => {
    refuseCommonPassword(body.password)
    await parts.checkAttempts(http, { purpose: 'registration' })
    const context = requestContext(http, parts.clock)
    const { answer, position } = await registerAccount(parts, body, context)
    await parts.registrationsOfBrowser.add(http, reply, answer.credentialId)
    const { allowance } = answer
    return { answer: { success: true, message: registeredWords(allowance, context.now), askAgainAt: allowance.askAgainAt }, position }
  },

  'POST /api/auth/login': async ({ body, identity, http }, reply) => {
    const device = await parts.devices.of(http, await parts.hashEmail(body.email))
    const session = identity && nameOfSession(identity.sessionId)
    const { answer, position } = await signIn(parts, { ...body, ip: http.ip, device, session }, http.log)
    const secondFactor = await askForSecondStep(parts, answer.account, parts.clock())
    if (secondFactor) return { answer: { ok: false, secondFactor }, position: null }
    const token = await letIn(parts, http, reply, { ...answer, hasSecondFactor: false, before: identity })
    return { answer: { ok: true, token }, position }
  },

  'POST /api/auth/logout': async ({ identity }, reply) => {
    if (identity) await endSession(parts.sql, identity.sessionId)
    forgetCookie(reply)
    return { answer: { ok: true }, position: null }
  },

  'POST /api/auth/resend-verification': async ({ body, http }, reply) => {
    parts.passwords.queue.refuseIfFull('signIn')
    await parts.checkAttempts(http, { purpose: 'mail' })
    const context = requestContext(http, parts.clock)
    const { answer, position } = await atEvenPace(() => requestVerification(parts, body, context))
    // Whoever sent a password gets a cookie, of a registration that there is or of none: it looks the same.
    if (body.password !== undefined) await parts.registrationsOfBrowser.add(http, reply, answer.credentialId ?? idFrom(context, 'nobody'))
    const sent = 'Verification email has been resent. Please check your inbox.'
    return { answer: mailAsked(answer.allowance, sent, context.now), position }
  },

  'GET /api/auth/verify-email': async ({ query, http }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    const follower = { token: query.token, credentialIds: await parts.registrationsOfBrowser.credentialIds(http) }
    return followed(await verifyEmail(parts, follower, linkGuessBy(parts.checkAttempts, http), requestContext(http, parts.clock)))
  },

  'POST /api/auth/verify-email': async ({ body, http }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    return followed(await verifyEmail(parts, body, linkGuessBy(parts.checkAttempts, http), requestContext(http, parts.clock)))
  },
})

function followed({ answer, position }: Outcome<'verified' | 'passwordRequired'>) {
  const isVerified = answer === 'verified'
  const message = isVerified ? 'Your email address is verified. You can sign in now.' : 'Enter the password that you chose'
  return { answer: { success: isVerified, message, passwordRequired: !isVerified }, position }
}

function registeredWords({ mailAt, askAgainAt }: Allowance, now: string): string {
  if (mailAt === null)
    return `We have sent as many mails to this address as we do in a day. You can sign in ${inWords(askAgainAt, now)} to get your verification link.`
  return mailAt > now
    ? `We will send you a verification link ${inWords(mailAt, now)}. Please check your inbox then to verify your account.`
    : 'We sent you a verification link. Please check your inbox to verify your account.'
}

/** `/api/login` is where links of old mails and pages lead. */
export function redirectToLogin(app: FastifyInstance): void {
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'))
}
