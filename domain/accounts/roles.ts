import type { Decide } from '../core/decider.ts'
import { type AccountState, isRegistered } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import type { UserRole } from './rules.ts'

interface RoleChange {
  readonly role: UserRole
  readonly reason: string
}

export const changeRole =
  ({ role, reason }: RoleChange): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state) || state.role === role) return []
    const { userId } = state
    return role === 'student'
      ? [{ type: 'RoleRevoked', data: { userId, role: state.role, reason } }]
      : [{ type: 'RoleGranted', data: { userId, role, reason } }]
  }
