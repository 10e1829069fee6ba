import { hoursAfter } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import { type AccountState, isRegistered, type RegisteredAccount } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import { PASSWORD_RESET_HOURS } from './rules.ts'

/** How a password becomes another: by the link of a mail, or by the one before. */

/** Asks for a link to choose a new password. An unverified owner registers again instead. */
export const requestPasswordReset =
  (command: { readonly resetId: string; readonly now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified') return []
    const expiresAt = hoursAfter(command.now, PASSWORD_RESET_HOURS)
    return [{ type: 'PasswordResetRequested', data: { userId: state.userId, resetId: command.resetId, expiresAt } }]
  }

/** The profile that the account has stays. */
const asRegistered = { firstName: null, lastName: null, timeZone: null, agreedTo: null }

interface Reset {
  readonly resetId: string
  readonly now: string
}

/**
 * The account whose password this link may change now. Refused with `mailLinkInvalid`. If no one has verified the
 * address, the only such link is that of an invitation.
 */
export function accountOfReset(state: AccountState, { resetId, now }: Reset): RegisteredAccount {
  const isGood = isRegistered(state) && state.passwordResets.some((reset) => reset.resetId === resetId && now < reset.expiresAt)
  if (!isGood) throw new Rejection('mailLinkInvalid')
  return state
}

/**
 * Chooses a new password with an emailed link: once, in its time, and every other link stops working. Anyone who
 * was invited has verified the address with it.
 */
export const resetPassword =
  ({ credentialId, ...reset }: Reset & { readonly credentialId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId, situation } = accountOfReset(state, reset)
    const changed = { type: 'PasswordChanged', data: { userId, credentialId, resetId: reset.resetId } } as const
    if (situation === 'verified') return [changed]
    return [{ type: 'EmailVerified', data: { userId, verificationId: null, ...asRegistered } }, changed]
  }

/** Chooses a new password by the one before; refused with `conflict` where that is another by now. */
export const changePassword =
  (command: { readonly formerCredentialId: string; readonly credentialId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified' || state.credentialId !== command.formerCredentialId) throw new Rejection('conflict')
    return [{ type: 'PasswordChanged', data: { userId: state.userId, credentialId: command.credentialId, resetId: null } }]
  }
