import type { Decide } from '../core/decider.ts'
import { type AccountState, isRegistered, type RegisteredAccount } from './account.ts'
import type { AccountEvent, AccountMailKind } from './account-events.ts'

export interface AccountMail {
  readonly kind: AccountMailKind
  readonly cause: string
}

export const isMailDue = (state: AccountState, { kind, cause }: AccountMail): state is RegisteredAccount & { readonly email: string } =>
  isRegistered(state) && state.email !== null && !state.mailsSent.some((sent) => sent.kind === kind && sent.cause === cause)

export const recordMail =
  (mail: AccountMail): Decide<AccountState, AccountEvent> =>
  (state) =>
    isMailDue(state, mail) ? [{ type: 'AccountMailSent', data: { userId: state.userId, ...mail } }] : []
