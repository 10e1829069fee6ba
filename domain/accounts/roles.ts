import type { Decide } from '../decider.ts'
import { type AccountState, isRegistered } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import type { UserRole } from './rules.ts'

/** Gives somebody a role. Whoever has it already keeps it. */
export const grantRole =
  ({ role, reason }: { readonly role: UserRole; readonly reason: string | null }): Decide<AccountState, AccountEvent> =>
  (state) =>
    !isRegistered(state) || state.role === role ? [] : [{ type: 'RoleGranted', data: { userId: state.userId, role, reason } }]
