import type { RegisteredAccount } from '@medicready/domain/accounts/account'
import { credentialsOf } from '@medicready/domain/accounts/registration'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../parts.ts'
import { findAccount } from './find-account.ts'

/** Whose email and password these are. Refused with `credentialsInvalid` or `emailNotVerified`. */
export async function signIn(
  parts: Pick<Parts, 'commands' | 'passwords' | 'hashEmail'>,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Outcome<RegisteredAccount>> {
  const account = await findAccount(parts, email)
  const credentialId = await parts.passwords.find(account ? credentialsOf(account.state) : [], password)
  if (!account || !credentialId) throw new Rejection('credentialsInvalid')
  if (account.state.situation === 'unverified') throw new Rejection('emailNotVerified')
  return { answer: account.state, position: account.position }
}
