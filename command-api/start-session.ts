import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { announceSessions, hashToken, type Identity, issueBearerToken } from '@medicready/platform/http/identity'
import { networkOf } from '@medicready/platform/http/network'
import { beginSession } from '@medicready/platform/http/sessions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { logSecurity } from './accounts/security-log.ts'
import type { CommandContext } from './command-context.ts'
import type { Dependencies } from './dependencies.ts'
import type { RouteDeps } from './request-context.ts'

export const nameOfSession = (sessionId: string): string => hashToken(sessionId).toString('hex')

interface Proven {
  readonly account: RegisteredAccount
  readonly isKnownDevice: boolean
  readonly hasSecondFactor: boolean
  readonly before: Identity | null
}

interface Answering {
  readonly http: FastifyRequest
  readonly reply: FastifyReply
  readonly context: CommandContext
}

export async function startSession(
  deps: Pick<RouteDeps, 'commands' | 'sql' | 'devices' | 'hashEmail'>,
  { http, reply, context }: Answering,
  { account, isKnownDevice, hasSecondFactor, before }: Proven,
): Promise<string> {
  const { userId, role, email } = account
  const sessionId = await beginSession(http, { userId, role, hasSecondFactor, isStillValid: isStillValid(deps, account, context) })
  if (before) await announceSessions(deps.sql)
  if (email !== null) await deps.devices.remember(http, reply, account, await deps.hashEmail(email))
  logSecurity(http.log, 'signedIn', { userId, network: networkOf(http.ip), isKnownDevice, session: nameOfSession(sessionId) })
  return issueBearerToken(deps.sql, sessionId)
}

/** Asked once the session exists: a later change ends the session, and an earlier one is seen here. */
export const isStillValid =
  ({ commands }: Pick<Dependencies, 'commands'>, account: RegisteredAccount, context?: CommandContext): (() => Promise<boolean>) =>
  async () => {
    const { state } = await commands.load(accountAggregate, account.userId, context)
    return isRegistered(state) && signedInBy(state) === signedInBy(account)
  }

const signedInBy = ({ credentialId, role, secondFactors }: RegisteredAccount): string =>
  JSON.stringify([credentialId, role, ...secondFactors.map(({ factorId }) => factorId)])
