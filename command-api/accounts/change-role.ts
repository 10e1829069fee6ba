import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { changeRole as decide } from '@medicready/domain/accounts/settings'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { endSessions } from '@medicready/platform/http/sessions'
import { type CommandContext, idFrom, partOf } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { findAccount } from './find-account.ts'
import { registerAccount } from './register-account.ts'

/** New sessions have the limits of the new role. The worker repeats it, in case this process is killed before. */
export async function changeRole(
  { commands, sql }: Pick<Dependencies, 'commands' | 'sql'>,
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
  deps: Pick<Dependencies, 'commands' | 'sql' | 'hashEmail'>,
  { email, changedBy, ...change }: RoleChange,
  context: CommandContext,
): Promise<{ readonly userId: string; readonly role: UserRole; readonly hasChanged: boolean }> {
  const account = await findAccount(deps, email)
  if (!account) throw new Rejection('accountNotFound')
  const { userId } = account.state
  if (userId === changedBy) throw new Rejection('ownRole')
  const answer = await changeRole(deps, { userId, ...change }, context)
  return { userId, role: change.role, ...answer }
}

/** A verified account keeps its password; an unverified one may be anyone's, so it gets the administrator's. */
export async function ensureAdministrator(
  deps: Pick<Dependencies, 'commands' | 'sql' | 'passwords' | 'mailAllowances' | 'hashEmail'>,
  admin: { readonly email: string; readonly password: string },
  context: CommandContext,
): Promise<RegisteredAccount> {
  const { commands, passwords } = deps
  let account = (await findAccount(deps, admin.email))?.state
  if (account?.situation !== 'verified') {
    const person = { ...admin, firstName: 'Site', lastName: 'Administrator', timeZone: 'UTC', agreedTo: null }
    const registered = await registerAccount(deps, person, context)
    account = registered.account
    const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: context.now })
    await commands.execute(accountAggregate, account.userId, verify, partOf(context, 'verify'))
    await passwords.keep(registered.credentialId, account.userId)
  }
  const change = { userId: account.userId, role: 'admin', reason: 'named as the administrator at the setup' } as const
  await changeRole(deps, change, partOf(context, 'grant'))
  return account
}
