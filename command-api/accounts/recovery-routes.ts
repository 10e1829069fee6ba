import type { recoveryCalls } from '@medicready/domain/contract/accounts/recovery'
import { networkOf } from '@medicready/platform/http/network'
import type { CommandHandlers, RouteParts } from '../request-context.ts'
import { linkGuessBy, passwordGuessBy } from './attempts.ts'
import { confirmEmail, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { atEvenPace } from './even-pace.ts'
import { mailAsked } from './mail-allowances.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { logSecurity } from './security-log.ts'

export const recoveryRoutes = (parts: RouteParts): CommandHandlers<typeof recoveryCalls> => ({
  'POST /api/auth/forgot-password': async ({ body, http, context }) => {
    await parts.checkAttempts(http, { purpose: 'mail' })
    const answer = await atEvenPace(() => requestPasswordReset(parts, body, context))
    const sent = 'If there is an account with this address, we sent a link to reset its password. Please check your inbox.'
    return mailAsked(answer, sent, context.now)
  },

  'POST /api/auth/reset-password': async ({ body, http, context }) => {
    refuseCommonPassword(body.password)
    await parts.checkAttempts(http, { purpose: 'link' })
    const answer = await resetPassword(parts, body, context)
    logSecurity(http.log, 'passwordReset', { userId: answer.userId, network: networkOf(http.ip) })
    return { success: true, message: 'Your password has been changed. You can sign in with it now.' }
  },

  'POST /api/auth/confirm-email': async ({ body, identity, http, context }) => {
    await parts.checkAttempts(http, { purpose: 'link' })
    const follower = { ...body, userId: identity?.userId ?? null }
    const answer = await confirmEmail(parts, follower, linkGuessBy(parts.checkAttempts, http), context)
    if (!answer.isChanged) return { success: false, message: 'Enter the password of your account', passwordRequired: true }
    logSecurity(http.log, 'emailChanged', { userId: answer.userId, network: networkOf(http.ip) })
    return { success: true, message: 'Your email address has been changed. Use it to sign in from now on.', passwordRequired: false }
  },

  'POST /api/user/password': async ({ body, identity, http, context }, reply) => {
    refuseCommonPassword(body.newPassword, 'newPassword')
    const { userId, sessionId } = identity
    const guess = passwordGuessBy(parts.checkAttempts, http, userId)
    const beginAnew = () => parts.sessionRotation.begin(sessionId, { now: context.now })
    const answer = await changePassword(parts, { userId, ...body }, { guess, beginAnew }, context)
    const token = await parts.sessionRotation.handOver(reply, answer.sessionId)
    logSecurity(http.log, 'passwordChanged', { userId, network: networkOf(http.ip) })
    return { success: true, message: 'Your password has been changed, and all your other devices are signed out.', token }
  },

  'POST /api/user/email': async ({ body, identity, http, context }) => {
    const { userId } = identity
    const guess = passwordGuessBy(parts.checkAttempts, http, userId)
    const answer = await atEvenPace(() => requestEmailChange(parts, { userId, ...body }, guess, context))
    logSecurity(http.log, 'emailChangeRequested', { userId, network: networkOf(http.ip) })
    const sent = 'We sent a link to the new address. Your address changes when you open it.'
    return mailAsked(answer, sent, context.now)
  },
})
