import { hoursAfter } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import type { AccountState } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import { INVITATION_DAYS } from './rules.ts'

interface Invitation {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  /** Of the link by which a password is chosen. */
  readonly resetId: string
  readonly now: string
}

/**
 * Makes an account for a person, who chooses a password with an emailed link. One who was invited or has registered
 * and never followed a link gets another one. Refused with `emailTaken` if the account has an owner.
 */
export const invite =
  ({ resetId, now, ...registrant }: Invitation): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation === 'verified') throw new Rejection('emailTaken')
    if (state.situation === 'erased') return []
    const { userId } = state.situation === 'unverified' ? state : registrant
    const link = { type: 'PasswordResetRequested', data: { userId, resetId, expiresAt: hoursAfter(now, 24 * INVITATION_DAYS) } } as const
    return state.situation === 'unverified' ? [link] : [{ type: 'AccountRegistered', data: { ...registrant, agreedTo: null } }, link]
  }
