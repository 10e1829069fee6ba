import { hoursAfter } from '../core/calendar.ts'
import type { Decide } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import type { AccountState } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import { INVITATION_DAYS } from './rules.ts'

interface Invitation {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  readonly resetId: string
  readonly now: string
}

/** Invites again if the account was never verified. Rejects with `emailTaken` if the account has an owner. */
export const invite =
  ({ resetId, now, ...registrant }: Invitation): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation === 'verified') throw new Rejection('emailTaken')
    if (state.situation === 'erased') return []
    const { userId } = state.situation === 'unverified' ? state : registrant
    const link = { type: 'PasswordResetRequested', data: { userId, resetId, expiresAt: hoursAfter(now, 24 * INVITATION_DAYS) } } as const
    return state.situation === 'unverified' ? [link] : [{ type: 'AccountRegistered', data: { ...registrant, agreedTo: null } }, link]
  }
