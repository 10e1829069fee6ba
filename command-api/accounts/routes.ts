import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { inWords, type MailProvider } from '@medicready/domain/accounts/mail-delivery'
import { changeProfile, changeSettings } from '@medicready/domain/accounts/settings'
import type { mailDeliveryCalls } from '@medicready/domain/contract/accounts/accounts'
import type { allAccountCalls } from '@medicready/domain/contract/accounts/all'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { networkOf } from '@medicready/platform/http/network'
import { endSession, endSessionOf, endSessions, forgetCookie } from '@medicready/platform/http/sessions'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'
import { nameOfSession, startSession } from '../start-session.ts'
import { linkGuessBy, passwordGuessBy } from './attempts.ts'
import { confirmEmail, requestEmailChange } from './change-email.ts'
import { changePassword, requestPasswordReset, resetPassword } from './change-password.ts'
import { changeRoleOf } from './change-role.ts'
import { atEvenPace } from './even-pace.ts'
import type { HashingQueue } from './hashing-queue.ts'
import { type Allowance, mailAsked } from './mail-allowances.ts'
import { receiveMailEvents, tryAddressAgain } from './mail-delivery.ts'
import { refuseCommonPassword } from './passwords.ts'
import { cancelDeletion, requestDeletion } from './personal-data/erasure.ts'
import { downloadExport, requestExport } from './personal-data/make-export.ts'
import { registerAccount, requestVerification, verifyEmail } from './register-account.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { askForSecondStep } from './second-factor/second-step.ts'
import { logSecurity } from './security-log.ts'
import { signIn } from './sign-in.ts'

export const accountRoutes = (deps: RouteDeps): CommandHandlers<typeof allAccountCalls> => ({
  ...mailDeliveryRoutes(deps),
  ...secondFactorRoutes(deps),
  'POST /api/auth/register': async ({ body, http, context }, reply) => {
    refuseCommonPassword(body.password)
    await deps.checkAttempts(http, { purpose: 'registration' })
    const { credentialId, allowance } = await registerAccount(deps, body, context)
    await deps.registrationsOfBrowser.add(http, reply, credentialId)
    return { success: true, message: registeredWords(allowance, context.now), askAgainAt: allowance.askAgainAt }
  },

  'POST /api/auth/login': async ({ body, identity, http, context }, reply) => {
    const device = await deps.devices.of(http, await deps.hashEmail(body.email))
    const session = identity && nameOfSession(identity.sessionId)
    const answer = await signIn(deps, { ...body, ip: http.ip, device, session }, http.log)
    const secondFactor = await askForSecondStep(deps, answer.account, context.now)
    if (secondFactor) return { ok: false, secondFactor }
    const token = await startSession(deps, { http, reply, context }, { ...answer, hasSecondFactor: false, before: identity })
    return { ok: true, token }
  },

  'POST /api/auth/logout': async ({ identity }, reply) => {
    if (identity) await endSession(deps.sql, identity.sessionId)
    forgetCookie(reply)
    return { ok: true }
  },

  'POST /api/auth/resend-verification': async ({ body, http, context }, reply) => {
    deps.passwords.queue.refuseIfFull('signIn')
    await deps.checkAttempts(http, { purpose: 'mail' })
    const answer = await atEvenPace(() => requestVerification(deps, body, context))
    // The cookie is set whether or not a registration exists, so that it tells nothing.
    if (body.password !== undefined) await deps.registrationsOfBrowser.add(http, reply, answer.credentialId ?? idFrom(context, 'nobody'))
    const sent = 'Verification email has been resent. Please check your inbox.'
    return mailAsked(answer.allowance, sent, context.now)
  },

  'GET /api/auth/verify-email': async ({ query, http, context }) => {
    await deps.checkAttempts(http, { purpose: 'link' })
    const follower = { token: query.token, credentialIds: await deps.registrationsOfBrowser.credentialIds(http) }
    return followed(await verifyEmail(deps, follower, linkGuessBy(deps.checkAttempts, http), context))
  },

  'POST /api/auth/verify-email': async ({ body, http, context }) => {
    await deps.checkAttempts(http, { purpose: 'link' })
    return followed(await verifyEmail(deps, body, linkGuessBy(deps.checkAttempts, http), context))
  },

  'POST /api/auth/forgot-password': async ({ body, http, context }) => {
    await deps.checkAttempts(http, { purpose: 'mail' })
    const answer = await atEvenPace(() => requestPasswordReset(deps, body, context))
    const sent = 'If there is an account with this address, we sent a link to reset its password. Please check your inbox.'
    return mailAsked(answer, sent, context.now)
  },

  'POST /api/auth/reset-password': async ({ body, http, context }) => {
    refuseCommonPassword(body.password)
    await deps.checkAttempts(http, { purpose: 'link' })
    const answer = await resetPassword(deps, body, context)
    logSecurity(http.log, 'passwordReset', { userId: answer.userId, network: networkOf(http.ip) })
    return { success: true, message: 'Your password has been changed. You can sign in with it now.' }
  },

  'POST /api/auth/confirm-email': async ({ body, identity, http, context }) => {
    await deps.checkAttempts(http, { purpose: 'link' })
    const follower = { ...body, userId: identity?.userId ?? null }
    const answer = await confirmEmail(deps, follower, linkGuessBy(deps.checkAttempts, http), context)
    if (!answer.isChanged) return { success: false, message: 'Enter the password of your account', passwordRequired: true }
    logSecurity(http.log, 'emailChanged', { userId: answer.userId, network: networkOf(http.ip) })
    return { success: true, message: 'Your email address has been changed. Use it to sign in from now on.', passwordRequired: false }
  },

  'POST /api/user/password': async ({ body, identity, http, context }, reply) => {
    refuseCommonPassword(body.newPassword, 'newPassword')
    const { userId, sessionId } = identity
    const guess = passwordGuessBy(deps.checkAttempts, http, userId)
    const beginAnew = () => deps.sessionRotation.begin(sessionId, { now: context.now })
    const answer = await changePassword(deps, { userId, ...body }, { guess, beginAnew }, context)
    const token = await deps.sessionRotation.handOver(reply, answer.sessionId)
    logSecurity(http.log, 'passwordChanged', { userId, network: networkOf(http.ip) })
    return { success: true, message: 'Your password has been changed, and all your other devices are signed out.', token }
  },

  'POST /api/user/email': async ({ body, identity, http, context }) => {
    const { userId } = identity
    const guess = passwordGuessBy(deps.checkAttempts, http, userId)
    const answer = await atEvenPace(() => requestEmailChange(deps, { userId, ...body }, guess, context))
    logSecurity(http.log, 'emailChangeRequested', { userId, network: networkOf(http.ip) })
    const sent = 'We sent a link to the new address. Your address changes when you open it.'
    return mailAsked(answer, sent, context.now)
  },

  'PATCH /api/user/profile': async ({ body, identity: { userId }, context }) => {
    const { state } = await deps.commands.execute(accountAggregate, userId, changeProfile(body), context)
    if (!isRegistered(state)) throw new Rejection('notSignedIn')
    const { firstName, lastName, phone, background } = state
    return { firstName: firstName ?? '', lastName: lastName ?? '', phone, ...background }
  },

  'PATCH /api/user/settings': async ({ body, identity: { userId }, context }) => {
    const { state } = await deps.commands.execute(accountAggregate, userId, changeSettings({ change: body, now: context.now }), context)
    if (!isRegistered(state)) throw new Rejection('notSignedIn')
    const { settings, timeZone, formerTimeZone, timeZoneChangedAt } = state
    return { ...settings, timeZone, formerTimeZone, timeZoneChangedAt }
  },

  'DELETE /api/user/sessions/{id}': async ({ params, identity }) => ({ ended: await endSessionOf(deps.sql, identity.userId, params.id) }),

  'DELETE /api/user/sessions': async ({ identity }) => ({
    ended: await endSessions(deps.sql, identity.userId, { except: identity.sessionId }),
  }),

  'PUT /api/admin/roles': ({ body, identity, context }) => changeRoleOf(deps, { ...body, changedBy: identity.userId }, context),

  'POST /api/user/exports': async ({ identity, context }) => {
    const { exportId: id, requestedAt } = await requestExport(deps, identity, context)
    return { id, requestedAt, situation: 'beingMade', expiresAt: null, bytes: null }
  },

  'GET /api/user/exports/{id}': async ({ identity, params, context }) => {
    const bytes = await downloadExport(deps, { userId: identity.userId, exportId: params.id, now: context.now })
    return { name: `${PRODUCT_NAME.toLowerCase()}-data.zip`, bytes }
  },

  'POST /api/user/deletion': async ({ identity, body, http, context }) => {
    const { userId } = identity
    const guess = passwordGuessBy(deps.checkAttempts, http, userId)
    return requestDeletion(deps, { userId, password: body.password }, guess, context)
  },

  'DELETE /api/user/deletion': ({ identity, context }) => cancelDeletion(deps, identity, context),
})

function followed(answer: 'verified' | 'passwordRequired') {
  const isVerified = answer === 'verified'
  const message = isVerified ? 'Your email address is verified. You can sign in now.' : 'Enter the password that you chose'
  return { success: isVerified, message, passwordRequired: !isVerified }
}

function registeredWords({ mailAt, askAgainAt }: Allowance, now: string): string {
  if (mailAt === null)
    return `We have reached the daily limit of emails to this address. You can sign in ${inWords(askAgainAt, now)} to get your verification link.`
  return mailAt > now
    ? `We will send you a verification link ${inWords(mailAt, now)}. Then check your inbox to verify your account.`
    : 'We sent you a verification link. Please check your inbox to verify your account.'
}

export function redirectToLogin(app: FastifyInstance): void {
  app.get('/api/login', async (_request, reply) => reply.redirect('/login'))
}

/** Refuses before the body is read, so a flood is cheap. The lane of sign-ins depends on the device, so not those. */
export function refuseFloods(app: FastifyInstance, queue: HashingQueue): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (method === 'POST' && routeOptions.url === '/api/auth/register') queue.refuseIfFull('registration')
  })
}

const MAIL_EVENTS = '/api/mail-events/'

/** Nothing of a call for a provider that is not set up is read. */
export function refuseOtherProviders(app: FastifyInstance, sources: MailEventSources): void {
  app.addHook('onRequest', async ({ routeOptions, url }) => {
    if (!routeOptions.url?.startsWith(MAIL_EVENTS)) return
    const [provider = ''] = url.slice(MAIL_EVENTS.length).split('?', 1)
    if (!Object.hasOwn(sources, provider)) throw new Rejection('routeNotFound')
  })
}

const mailDeliveryRoutes = (deps: RouteDeps): CommandHandlers<typeof mailDeliveryCalls> => {
  const received = async (provider: MailProvider, raw: Buffer, http: FastifyRequest, context: CommandContext) => {
    const attempt = await deps.checkAttempts(http, { purpose: 'mailEvents' })
    try {
      const outcome = await receiveMailEvents(deps, { provider, raw, headers: http.headers }, context)
      await attempt.succeeded()
      return outcome
    } catch (error) {
      const isForged = error instanceof Rejection && error.code === 'signatureInvalid'
      if (!isForged) await attempt.succeeded()
      throw error
    }
  }

  return {
    'POST /api/mail-events/{provider}': ({ params, body, http, context }) => received(params.provider, body, http, context),

    'POST /api/mail-events/sendgrid': ({ body, http, context }) => received('sendgrid', body, http, context),

    'POST /api/user/mail-delivery/try-again': ({ identity, context }) => tryAddressAgain(deps, identity, context),
  }
}
