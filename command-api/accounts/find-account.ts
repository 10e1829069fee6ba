import { createHmac } from 'node:crypto'
import { accountAggregate, isRegistered, type RegisteredAccount } from '@medicready/domain/accounts/account'
import { emailClaim, normalizeEmail } from '@medicready/domain/accounts/email-claim'
import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Vault } from '@medicready/platform/vault/vault'
import type { Decided } from '../commands.ts'
import type { Parts } from '../parts.ts'

/** Keyed, so that the log does not tell whether an address is known. */
export type HashEmail = (email: string) => Promise<string>

export const hashEmails =
  (vault: Vault): HashEmail =>
  async (email) =>
    createHmac('sha256', await vault.purposeKey('email'))
      .update(normalizeEmail(email))
      .digest('base64url')

export async function findAccount(
  { commands, hashEmail }: Pick<Parts, 'commands' | 'hashEmail'>,
  email: string,
): Promise<Decided<RegisteredAccount, unknown> | null> {
  const { state: claim } = await commands.load(emailClaim, await hashEmail(email))
  if (claim.userId === null) return null
  const account = await commands.load(accountAggregate, claim.userId)
  return isRegistered(account.state) ? { ...account, state: account.state } : null
}

export async function roleOf({ commands }: Pick<Parts, 'commands'>, userId: string): Promise<UserRole> {
  const { state } = await commands.load(accountAggregate, userId)
  return isRegistered(state) ? state.role : 'student'
}
