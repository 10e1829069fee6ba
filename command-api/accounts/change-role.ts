import { accountAggregate } from '@medicready/domain/accounts/account'
import type { UserRole } from '@medicready/domain/accounts/rules'
import { changeRole as decide } from '@medicready/domain/accounts/settings'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { endSessions } from '@medicready/platform/http/sessions'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { findAccount } from './find-account.ts'

/**
 * Ends all sessions, so that new ones have the limits of the new role. The worker repeats this in case this process is
 * killed in between.
 */
export async function changeRole(
  { commands, sql }: Pick<Parts, 'commands' | 'sql'>,
  { userId, ...change }: { readonly userId: string; readonly role: UserRole; readonly reason: string },
  context: CommandContext,
): Promise<{ readonly hasChanged: boolean }> {
  const { events } = await commands.execute(accountAggregate, userId, decide(change), context)
  if (events.length > 0) await endSessions(sql, userId)
  return { hasChanged: events.length > 0 }
}

interface RoleChange {
  readonly email: string
  readonly role: UserRole
  readonly reason: string
  /** Administrators cannot change their own role, so that there is always one. */
  readonly changedBy: string
}

export async function changeRoleOf(
  parts: Pick<Parts, 'commands' | 'sql' | 'hashEmail'>,
  { email, changedBy, ...change }: RoleChange,
  context: CommandContext,
): Promise<{ readonly userId: string; readonly role: UserRole; readonly hasChanged: boolean }> {
  const account = await findAccount(parts, email)
  if (!account) throw new Rejection('accountNotFound')
  const { userId } = account.state
  if (userId === changedBy) throw new Rejection('ownRole')
  const answer = await changeRole(parts, { userId, ...change }, context)
  return { userId, role: change.role, ...answer }
}
