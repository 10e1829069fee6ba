import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { changeRole } from './change-role.ts'
import { findAccount } from './find-account.ts'
import { registerAccount } from './register-account.ts'

/** A verified account keeps its password; an unverified one may be anyone's, so it gets the administrator's. */
export async function ensureAdministrator(
  parts: Pick<Parts, 'commands' | 'sql' | 'passwords' | 'mailAllowances' | 'hashEmail'>,
  admin: { readonly email: string; readonly password: string },
  context: CommandContext,
): Promise<RegisteredAccount> {
  const { commands, passwords } = parts
  let account = (await findAccount(parts, admin.email))?.state
  if (account?.situation !== 'verified') {
    const person = { ...admin, firstName: 'Site', lastName: 'Administrator', timeZone: 'UTC', agreedTo: null }
    const registered = await registerAccount(parts, person, context)
    account = registered.account
    const verify = verifyEmail({ verificationId: idFrom(context, 'verification'), now: context.now })
    await commands.execute(accountAggregate, account.userId, verify, { ...context, commandId: idFrom(context, 'verify') })
    await passwords.keep(registered.credentialId, account.userId)
  }
  const grant = { ...context, commandId: idFrom(context, 'grant') }
  const change = { userId: account.userId, role: 'admin', reason: 'named as the administrator at the setup' } as const
  await changeRole(parts, change, grant)
  return account
}
