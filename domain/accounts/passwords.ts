import type { Decide } from '../core/decider.ts'
import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type AccountEvent, type AccountState, isRegistered, type Profile, type RegisteredAccount } from './account.ts'
import { INVITATION_DAYS, PASSWORD_RESET_HOURS } from './shown/rules.ts'

/** An unverified owner registers again instead. */
export const requestPasswordReset =
  (command: { readonly resetId: string; readonly now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified') return []
    const expiresAt = hoursAfter(command.now, PASSWORD_RESET_HOURS)
    return [{ type: 'PasswordResetRequested', data: { userId: state.userId, resetId: command.resetId, expiresAt } }]
  }

const asRegistered = { firstName: null, lastName: null, timeZone: null, agreedTo: null }

interface Reset {
  readonly resetId: string
  readonly now: string
}

/** Rejects with `mailLinkInvalid`. For an unverified address, only an invitation's link is valid. */
export function accountOfReset(state: AccountState, { resetId, now }: Reset): RegisteredAccount {
  const isGood = isRegistered(state) && state.passwordResets.some((reset) => reset.resetId === resetId && now < reset.expiresAt)
  if (!isGood) throw new Rejection('mailLinkInvalid')
  return state
}

/** Works once and invalidates all other links. It also verifies an invited person's address. */
export const resetPassword =
  ({ credentialId, ...reset }: Reset & { readonly credentialId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId, situation } = accountOfReset(state, reset)
    const changed = { type: 'PasswordChanged', data: { userId, credentialId, resetId: reset.resetId } } as const
    if (situation === 'verified') return [changed]
    return [{ type: 'EmailVerified', data: { userId, verificationId: null, ...asRegistered } }, changed]
  }

/** Rejects with `conflict` if the password was changed since it was checked. */
export const changePassword =
  (command: { readonly formerCredentialId: string; readonly credentialId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified' || state.credentialId !== command.formerCredentialId) throw new Rejection('conflict')
    return [{ type: 'PasswordChanged', data: { userId: state.userId, credentialId: command.credentialId, resetId: null } }]
  }

interface Invitation extends Reset, Omit<Profile, 'agreedTo'> {
  readonly userId: string
  readonly email: string
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
