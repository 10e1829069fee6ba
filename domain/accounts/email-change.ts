import { hoursAfter } from '../core/calendar.ts'
import type { Decide } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import type { AccountState, EmailChange, RegisteredAccount } from './account.ts'
import type { AccountEvent } from './account-events.ts'
import { EMAIL_CHANGE_HOURS } from './rules.ts'

export const requestEmailChange =
  (command: { readonly changeId: string; readonly email: string; readonly now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'verified') throw new Rejection('conflict')
    const { changeId, email, now } = command
    if (state.email === email) throw new Rejection('emailUnchanged')
    const expiresAt = hoursAfter(now, EMAIL_CHANGE_HOURS)
    return [{ type: 'EmailChangeRequested', data: { userId: state.userId, changeId, email, expiresAt } }]
  }

interface Followed {
  readonly changeId: string
  readonly now: string
}

export function emailChangeOf(state: AccountState, { changeId, now }: Followed): RegisteredAccount & { readonly emailChange: EmailChange } {
  if (state.situation !== 'verified') throw new Rejection('mailLinkInvalid')
  const { emailChange } = state
  if (emailChange === null || emailChange.changeId !== changeId || now >= emailChange.expiresAt) throw new Rejection('mailLinkInvalid')
  return { ...state, emailChange }
}

export const changeEmail =
  ({
    emailHash,
    formerEmailHash,
    ...followed
  }: Followed & { emailHash: string; formerEmailHash: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId, email: formerEmail, emailChange } = emailChangeOf(state, followed)
    const { changeId, email } = emailChange
    return [{ type: 'EmailChanged', data: { userId, changeId, email, formerEmail, emailHash, formerEmailHash } }]
  }
