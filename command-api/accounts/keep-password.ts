import { accountAggregate } from '@medicready/domain/accounts/account'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import type { WorkerParts } from '../worker/worker-parts.ts'

/**
 * Once an address is verified, and whenever its password is changed, one password is the account's and the one before
 * is forgotten. The use cases do so themselves; this is for those that were killed before.
 */
export async function keepPassword(
  fact: Recorded<FactOf<'EmailVerified' | 'PasswordChanged'>>,
  { commands, passwords }: Pick<WorkerParts, 'commands' | 'passwords'>,
): Promise<void> {
  const { userId } = fact.data
  const { state } = await commands.load(accountAggregate, userId)
  if (state.situation === 'verified' && state.credentialId !== null) await passwords.keep(state.credentialId, userId)
}
