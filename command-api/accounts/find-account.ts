import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { emailClaimAggregate } from '@medicready/domain/accounts/email-claim'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import type { Dependencies } from '../dependencies.ts'

export async function findAccount({ commands, hashEmail }: Pick<Dependencies, 'commands' | 'hashEmail'>, email: string) {
  const { state: claim } = await commands.load(emailClaimAggregate, await hashEmail(email))
  if (claim.userId === null) return null
  const account = await commands.load(accountAggregate, claim.userId)
  return isRegistered(account.state) ? { ...account, state: account.state } : null
}

export async function roleOf({ commands }: Pick<Dependencies, 'commands'>, userId: string): Promise<UserRole> {
  const { state } = await commands.load(accountAggregate, userId)
  return isRegistered(state) ? state.role : 'student'
}
