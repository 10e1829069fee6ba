import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Parts } from '../parts.ts'

/** An account's role as the log has it now. */
export async function roleOf({ commands }: Pick<Parts, 'commands'>, userId: string): Promise<UserRole> {
  const { state } = await commands.load(accountAggregate, userId)
  return isRegistered(state) ? state.role : 'student'
}
