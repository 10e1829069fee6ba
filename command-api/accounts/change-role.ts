import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole as decide } from '@medicready/domain/accounts/roles'
import type { UserRole } from '@medicready/domain/accounts/rules'
import { Rejection } from '@medicready/domain/rejection'
import { endSessions } from '@medicready/platform/http/sessions'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { findAccount } from './find-account.ts'

/**
 * Gives a user a role, or takes it, and ends all their sessions: those to come have the limits of the new role, and the
 * person who had got into one has nothing of it. The worker does the same when it meets the fact, should this process
 * be killed in between.
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
  /** The administrator: theirs is for another to change, so that there is always one, and none is tricked out of it. */
  readonly changedBy: string
}

/** Gives the owner of an address a role, or takes it. */
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
