import type { recoveryCalls } from '@medicready/domain/contract/accounts/recovery'
import type { Handlers } from '@medicready/platform/http/calls'
import { networkOf } from '@medicready/platform/http/network'
import { type RouteParts, requestContext } from '../request-context.ts'
import { linkGuessBy, passwordGuessBy } from './attempts.ts'
import { confirmEmail, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { atEvenPace } from './even-pace.ts'
import { mailAsked } from './mail-allowances.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { logSecurity } from './security-log.ts'

export const recoveryRoutes = (parts: RouteParts): Handlers<typeof recoveryCalls, 'command-api'> => ({
  'POST /api/auth/forgot-password': async ({ body, http }) => {
    await parts.checkAttempts(http, { purpose: 'mail' })
    const context = requestContext(http, parts.clock)
    const { answer } = await atEvenPace(() => requestPasswordReset(parts, body, context))
    const sent = 'If there is an account with this address, we sent it a link to choose a new password. Please check your inbox.'
    return { answer: mailAsked(answer, sent, context.now), position: null }
  },

  'POST /api/auth/reset-password': async ({ body, http }) => {
    refuseCommonPassword(body.password)
    await parts.checkAttempts(http, { purpose: 'link' })
    const { answer, position } = await resetPassword(parts, body, requestContext(http, parts.clock))
    logSecurity(http.log, 'passwordReset', { userId: answer.userId, network: networkOf(http.ip) })
    return { answer: { success: true, message: 'Your password is changed. You can sign in with it now.' }, position }
  },

  'POST /api/auth/confirm-email': async ({ body, identity, http }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    const follower = { ...body, userId: identity?.userId ?? null }
    const { answer, position } = await confirmEmail(
      parts,
      follower,
      linkGuessBy(parts.checkAttempts, http),
      requestContext(http, parts.clock),
    )
    if (!answer.isChanged)
      return { answer: { success: false, message: 'Enter the password of your account', passwordRequired: true }, position }
    logSecurity(http.log, 'emailChanged', { userId: answer.userId, network: networkOf(http.ip) })
    return {
      answer: { success: true, message: 'Your email address is changed. Sign in with it from now on.', passwordRequired: false },
      position,
    }
  },

  'POST /api/user/password': async ({ body, identity, http }, reply) => {
    refuseCommonPassword(body.newPassword, 'newPassword')
    const { userId, sessionId } = identity
    const guess = passwordGuessBy(parts.checkAttempts, http, userId)
    const context = requestContext(http, parts.clock)
    const beginAnew = () => parts.sessionRotation.begin(sessionId, { now: context.now })
    const { answer, position } = await changePassword(parts, { userId, ...body }, { guess, beginAnew }, context)
    const token = await parts.sessionRotation.handOver(reply, answer.sessionId)
    logSecurity(http.log, 'passwordChanged', { userId, network: networkOf(http.ip) })
    return { answer: { success: true, message: 'Your password is changed, and you are signed out everywhere else.', token }, position }
  },

  'POST /api/user/email': async ({ body, identity, http }) => {
    const { userId } = identity
    const context = requestContext(http, parts.clock)
    const guess = passwordGuessBy(parts.checkAttempts, http, userId)
    const { answer, position } = await atEvenPace(() => requestEmailChange(parts, { userId, ...body }, guess, context))
    logSecurity(http.log, 'emailChangeRequested', { userId, network: networkOf(http.ip) })
    const sent = 'We sent a link to the new address. Your address changes when you follow it.'
    return { answer: mailAsked(answer, sent, context.now), position }
  },
})
