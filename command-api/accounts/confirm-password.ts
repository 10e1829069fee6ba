import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { credentialsOf } from '@medicready/domain/accounts/registration'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../parts.ts'
import type { CountedAttempt } from './attempts.ts'

/**
 * Asks somebody for their password once more, before what a stolen session must not do. It is a guess, which `guess`
 * counts. Refused with `passwordWrong`.
 */
export async function confirmPassword(
  { commands, passwords }: Pick<Parts, 'commands' | 'passwords'>,
  { userId, password }: { readonly userId: string; readonly password: string },
  guess: () => Promise<CountedAttempt>,
): Promise<RegisteredAccount> {
  const attempt = await guess()
  const { state } = await commands.load(accountAggregate, userId)
  const credentialId = await passwords.find(credentialsOf(state), password, 'known')
  if (state.situation !== 'verified' || !credentialId) throw new Rejection('passwordWrong')
  await attempt.succeeded()
  return state
}
