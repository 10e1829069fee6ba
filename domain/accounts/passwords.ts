import { hoursAfter } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import { Rejection } from '../rejection.ts'
import type { AccountState, RegisteredAccount } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import { PASSWORD_RESET_HOURS } from './rules.ts'

/** How a password becomes another: by the link of a mail, or by the one before. */

/** Asks for a link to choose a new password. Whoever has not verified an address registers again instead. */
export const requestPasswordReset =
  (command: { readonly resetId: string; readonly now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified') return []
    const expiresAt = hoursAfter(command.now, PASSWORD_RESET_HOURS)
    return [{ type: 'PasswordResetRequested', data: { userId: state.userId, resetId: command.resetId, expiresAt } }]
  }

interface Reset {
  readonly resetId: string
  readonly now: string
}

/** The account whose password this link may change now. Refused with `mailLinkInvalid`. */
export function accountOfReset(state: AccountState, { resetId, now }: Reset): RegisteredAccount {
  const isGood = state.situation === 'verified' && state.passwordResets.some((reset) => reset.resetId === resetId && now < reset.expiresAt)
  if (!isGood) throw new Rejection('mailLinkInvalid')
  return state
}

/** Chooses a new password by the link of a mail: once, in its time, and every other link is of no use any more. */
export const resetPassword =
  ({ credentialId, ...reset }: Reset & { readonly credentialId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId } = accountOfReset(state, reset)
    return [{ type: 'PasswordChanged', data: { userId, credentialId, resetId: reset.resetId } }]
  }

/** Chooses a new password by the one before; refused with `conflict` where that is another by now. */
export const changePassword =
  (command: { readonly formerCredentialId: string; readonly credentialId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified' || state.credentialId !== command.formerCredentialId) throw new Rejection('conflict')
    return [{ type: 'PasswordChanged', data: { userId: state.userId, credentialId: command.credentialId, resetId: null } }]
  }
