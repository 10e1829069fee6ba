import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { changeRole } from './change-role.ts'
import { findAccount } from './find-account.ts'

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
): Promise<Outcome<{ readonly userId: string; readonly role: UserRole; readonly hasChanged: boolean }>> {
  const account = await findAccount(parts, email)
  if (!account) throw new Rejection('accountNotFound')
  const { userId } = account.state
  if (userId === changedBy) throw new Rejection('ownRole')
  const { answer, position } = await changeRole(parts, { userId, ...change }, context)
  return { answer: { userId, role: change.role, ...answer }, position: position ?? account.position }
}
