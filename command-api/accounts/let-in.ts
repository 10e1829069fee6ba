import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import { announceSessions, hashToken, type Identity, issueBearerToken } from '@medicready/platform/http/identity'
import { networkOf } from '@medicready/platform/http/network'
import { beginSession } from '@medicready/platform/http/sessions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteParts } from '../request-context.ts'
import { logSecurity } from './security-log.ts'
import { stillSo } from './still-so.ts'

/** What the lists of sessions call one, and the log too. */
export const nameOfSession = (sessionId: string): string => hashToken(sessionId).toString('hex')

/** Somebody who proved who they are, by all that their account asks for. */
interface Proven {
  readonly account: RegisteredAccount
  readonly isKnownDevice: boolean
  readonly hasSecondFactor: boolean
  /** By which they were signed in before; null for a visitor. */
  readonly before: Identity | null
}

/**
 * Lets somebody in: begins their session, remembers the browser as one of theirs, tells the security log, and answers a
 * bearer token for the session.
 */
export async function letIn(
  parts: Pick<RouteParts, 'commands' | 'sql' | 'devices' | 'hashEmail'>,
  http: FastifyRequest,
  reply: FastifyReply,
  { account, isKnownDevice, hasSecondFactor, before }: Proven,
): Promise<string> {
  const { userId, role, email } = account
  const sessionId = await beginSession(http, { userId, role, hasSecondFactor, stillSo: stillSo(parts, account) })
  if (before) await announceSessions(parts.sql)
  if (email !== null) await parts.devices.remember(http, reply, account, await parts.hashEmail(email))
  logSecurity(http.log, 'signedIn', { userId, network: networkOf(http.ip), isKnownDevice, session: nameOfSession(sessionId) })
  return issueBearerToken(parts.sql, sessionId)
}
