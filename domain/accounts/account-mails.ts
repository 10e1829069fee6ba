import type { Decide } from '../decider.ts'
import { type AccountState, isRegistered, type RegisteredAccount } from './account.ts'
import type { AccountEvent, AccountMailKind } from './account-events.ts'

/** A mail about something that happened to an account: of what kind, and by which event. */
export interface AccountMail {
  readonly kind: AccountMailKind
  readonly cause: string
}

/** Whether there is an owner who has not been told. */
export const isMailDue = (state: AccountState, { kind, cause }: AccountMail): state is RegisteredAccount & { readonly email: string } =>
  isRegistered(state) && state.email !== null && !state.mailsSent.some((sent) => sent.kind === kind && sent.cause === cause)

/** The worker says that a mail has gone out. */
export const recordMail =
  (mail: AccountMail): Decide<AccountState, AccountEvent> =>
  (state) =>
    isMailDue(state, mail) ? [{ type: 'AccountMailSent', data: { userId: state.userId, ...mail } }] : []
