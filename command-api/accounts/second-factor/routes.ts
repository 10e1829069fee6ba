import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { noteSecondFactorRefused, WRONG_SECOND_FACTORS } from '@medicready/domain/accounts/second-factors'
import type { secondFactorCalls } from '@medicready/domain/contract/accounts/second-factors'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Identity } from '@medicready/platform/http/identity'
import { networkOf } from '@medicready/platform/http/network'
import { endSessions } from '@medicready/platform/http/sessions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CommandContext, partOf } from '../../command-context.ts'
import type { Device } from '../../devices.ts'
import type { CommandHandlers, RouteDeps } from '../../request-context.ts'
import { startSession } from '../../start-session.ts'
import { passwordGuessBy } from '../attempts.ts'
import { confirmPassword } from '../change-password.ts'
import { logSecurity } from '../security-log.ts'
import {
  type Added,
  beginAuthenticatorApp,
  beginPasskey,
  finishAuthenticatorApp,
  finishPasskey,
  issueRecoveryCodes,
  removeSecondFactor,
} from './change-second-factors.ts'
import { askForPasskey, takeSecondStep } from './second-step.ts'

type Change = Parameters<typeof logSecurity<'secondFactorChanged'>>[2]['change']

export const secondFactorRoutes = (deps: RouteDeps): CommandHandlers<typeof secondFactorCalls> => {
  /** The password again: a stolen session changes nothing here. */
  const confirmed = (http: FastifyRequest, { userId }: Identity, password: string) =>
    confirmPassword(deps, { userId, password }, passwordGuessBy(deps.checkAttempts, http, userId))

  /** The session continues under a new ID and all others end. */
  const renewSession = async (reply: FastifyReply, { userId, sessionId }: Identity, hasSecondFactor: boolean) => {
    await endSessions(deps.sql, userId, { except: sessionId })
    const token = await deps.sessionRotation.rotate(reply, sessionId, { hasSecondFactor })
    if (token === null) throw new Rejection('notSignedIn')
    return token
  }

  const told = (http: FastifyRequest, userId: string, change: Change) =>
    logSecurity(http.log, 'secondFactorChanged', { userId, network: networkOf(http.ip), change })

  const deviceOf = async (http: FastifyRequest, userId: string | null): Promise<Device | null> => {
    if (userId === null) return null
    const { state } = await deps.commands.load(accountAggregate, userId)
    if (!isRegistered(state) || state.email === null) return null
    const device = await deps.devices.of(http, await deps.hashEmail(state.email))
    return device && (await deps.devices.isOf(device, state)) ? device : null
  }

  const isWrong = (error: unknown) => error instanceof Rejection && ['codeInvalid', 'passkeyInvalid'].includes(error.code)

  const tellOwner = (userId: string, context: CommandContext) => {
    const note = noteSecondFactorRefused({ date: context.now.slice(0, 10) })
    return deps.commands.execute(accountAggregate, userId, note, partOf(context, 'second factor refused'))
  }

  return {
    'POST /api/auth/second-factor': async ({ body, identity, http, context }, reply) => {
      const { ticket, ...proof } = body
      const found = await deps.tickets.attempt(ticket, ['signIn', 'passkeySignIn'], context.now)
      const { userId } = found
      const device = await deviceOf(http, userId)
      const ofWhom = { ...(userId !== null && { userId }), deviceId: device?.deviceId ?? null }
      let guesses = 0
      try {
        const attempt = await deps.checkAttempts(http, { purpose: 'secondFactor', ...ofWhom })
        guesses = attempt.guesses
        const account = await takeSecondStep(deps, found, proof, context)
        await attempt.succeeded()
        const proven = { account, isKnownDevice: device !== null, hasSecondFactor: true, before: identity }
        return { ok: true, token: await startSession(deps, { http, reply, context }, proven) }
      } catch (error) {
        if (error instanceof Rejection)
          logSecurity(http.log, 'secondStepFailed', { userId, network: networkOf(http.ip), reason: error.code })
        if (userId !== null && guesses >= WRONG_SECOND_FACTORS && isWrong(error)) await tellOwner(userId, context)
        throw error
      }
    },

    'POST /api/auth/passkey': async ({ http, context }) => {
      await deps.checkAttempts(http, { purpose: 'passkey' })
      return await askForPasskey(deps, context.now)
    },

    'POST /api/user/second-factors/passkeys/begin': async ({ body, identity, http, context }) => {
      const account = await confirmed(http, identity, body.password)
      return await beginPasskey(deps, { account, sessionId: identity.sessionId }, context.now)
    },

    'POST /api/user/second-factors/passkeys': async ({ body, identity, http, context }, reply) => {
      const { passkey: shown, ...named } = body
      const added = await finishPasskey(deps, { ...identity, ...named, shown }, context)
      told(http, identity.userId, 'passkey added')
      return answerTo(added, await renewSession(reply, identity, true))
    },

    'POST /api/user/second-factors/totp/begin': async ({ body, identity, http, context }) => {
      const account = await confirmed(http, identity, body.password)
      return await beginAuthenticatorApp(deps, { account, sessionId: identity.sessionId }, context.now)
    },

    'POST /api/user/second-factors/totp': async ({ body, identity, http, context }, reply) => {
      const { code: shown, ...named } = body
      const added = await finishAuthenticatorApp(deps, { ...identity, ...named, shown }, context)
      told(http, identity.userId, 'authenticator app added')
      return answerTo(added, await renewSession(reply, identity, true))
    },

    'POST /api/user/second-factors/recovery-codes': async ({ body, identity, http, context }) => {
      const { userId } = await confirmed(http, identity, body.password)
      const answer = await issueRecoveryCodes(deps, { userId }, context)
      told(http, userId, 'recovery codes made')
      return { recoveryCodes: [...answer] }
    },

    'POST /api/user/second-factors/{id}/remove': async ({ params, body, identity, http, context }, reply) => {
      const { userId } = await confirmed(http, identity, body.password)
      const account = await removeSecondFactor(deps, { userId, factorId: params.id }, context)
      told(http, userId, 'removed')
      const hasSecondFactor = identity.hasSecondFactor && account.secondFactors.length > 0
      return { token: await renewSession(reply, identity, hasSecondFactor) }
    },
  }
}

const answerTo = ({ id, recoveryCodes }: Added, token: string) => ({ id, recoveryCodes: recoveryCodes && [...recoveryCodes], token })
