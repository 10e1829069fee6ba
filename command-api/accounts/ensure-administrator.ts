import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { verifyEmail } from '@medicready/domain/accounts/registration'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { changeRole } from './change-role.ts'
import { findAccount } from './find-account.ts'
import { registerAccount } from './register-account.ts'

/**
 * Makes sure that there is an administrator with this address. A verified account that has the address keeps its
 * password. One that no one verified may be anyone's: it gets the administrator's password, verified in place of the
 * link of a mail.
 */
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
