import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { credentialsOf } from '@medicready/domain/accounts/registration'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../parts.ts'

/**
 * Asks somebody who is signed in for their password once more, before what a stolen session must not do. Refused with
 * `passwordWrong`.
 */
export async function confirmPassword(
  { commands, passwords }: Pick<Parts, 'commands' | 'passwords'>,
  { userId, password }: { readonly userId: string; readonly password: string },
): Promise<RegisteredAccount> {
  const { state } = await commands.load(accountAggregate, userId)
  const credentialId = await passwords.find(credentialsOf(state), password, 'known')
  if (state.situation !== 'verified' || !credentialId) throw new Rejection('passwordWrong')
  return state
}
