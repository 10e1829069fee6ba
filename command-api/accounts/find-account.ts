import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { emailClaim } from '@medicready/domain/accounts/email-claim'
import type { Decided } from '../commands.ts'
import type { Parts } from '../parts.ts'

/** The account that has this address, as the log has it now; null when nobody has. */
export async function findAccount(
  { commands, hashEmail }: Pick<Parts, 'commands' | 'hashEmail'>,
  email: string,
): Promise<Decided<RegisteredAccount, unknown> | null> {
  const { state: claim } = await commands.load(emailClaim, await hashEmail(email))
  if (claim.userId === null) return null
  const account = await commands.load(accountAggregate, claim.userId)
  return isRegistered(account.state) ? { ...account, state: account.state } : null
}
