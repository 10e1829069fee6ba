import { hoursAfter } from '../calendar.ts'
import type { Decide } from '../decider.ts'
import type { PolicyVersion } from '../legal/agreed-documents.ts'
import { Rejection } from '../rejection.ts'
import { type AccountState, isRegistered, type Profile, type RegisteredAccount, type Verification } from './account.ts'
import type { AccountEvent, Agreement } from './account-events.ts'
import { VERIFICATION_HOURS } from './rules.ts'

/** Registration and the verification of its address. */

interface Registration {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  readonly agreedTo: Agreement | null
  /** The versions that hold now of what is agreed to. */
  readonly policies?: readonly PolicyVersion[]
  readonly credentialId: string
  readonly verificationId: string
  /** When the mail with the link may go out; null when the address had its mails of the day already. */
  readonly mailAt: string | null
  /** ISO 8601, UTC. */
  readonly now: string
}

/**
 * Registers an account and asks for its verification. An address that has an account already only has its owner told.
 */
export const register =
  (command: Registration): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation === 'verified') {
      const date = command.now.slice(0, 10)
      return state.registrationRepeatedOn === date ? [] : [{ type: 'RegistrationRepeated', data: { userId: state.userId, date } }]
    }
    if (state.situation === 'unverified')
      return [verificationRequested({ ...command, userId: state.userId, registration: command }), ...agreed(command, state.userId)]
    if (state.situation === 'erased') return []
    const { userId, email, firstName, lastName, timeZone, agreedTo } = command
    return [
      { type: 'AccountRegistered', data: { userId, email, firstName, lastName, timeZone, agreedTo } },
      verificationRequested({ ...command, registration: command }),
      ...agreed(command, userId),
    ]
  }

const agreed = ({ agreedTo, policies = [], credentialId }: Registration, userId: string): AccountEvent[] =>
  agreedTo === null || policies.length === 0
    ? []
    : [{ type: 'PoliciesAgreed', data: { userId, credentialId, statement: agreedTo.statement, policies: [...policies] } }]

interface LinkOf {
  readonly userId: string
  readonly verificationId: string
  readonly registration: Profile & { readonly credentialId: string }
  readonly mailAt: string | null
  readonly now: string
}

const verificationRequested = ({ userId, verificationId, registration, mailAt, now }: LinkOf): AccountEvent => {
  const { credentialId, firstName, lastName, timeZone, agreedTo } = registration
  const expiresAt = hoursAfter(now, VERIFICATION_HOURS)
  return {
    type: 'VerificationRequested',
    data: { userId, verificationId, credentialId, firstName, lastName, timeZone, agreedTo, expiresAt, mailAt },
  }
}

/**
 * Asks for a new verification mail; decides nothing when the account needs none. Without a credential of its own it
 * stands for the one that was registered last.
 */
export const requestVerification =
  (command: { verificationId: string; credentialId?: string; mailAt: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'unverified') return []
    const wanted = command.credentialId ?? state.credentialId
    const registration = state.verifications.findLast(({ credentialId }) => credentialId === wanted)
    return registration ? [verificationRequested({ ...command, userId: state.userId, registration })] : []
  }

/**
 * The credentials whose password may be the person's, the latest first: one once the address is verified; before, any
 * that was registered with it lately, as its owner is not known yet.
 */
export function credentialsOf(state: AccountState): readonly string[] {
  if (!isRegistered(state)) return []
  if (state.situation === 'verified') return state.credentialId ? [state.credentialId] : []
  return [...new Set(state.verifications.map(({ credentialId }) => credentialId).reverse())].slice(0, MOST_CREDENTIALS)
}

/** Each takes as long to try as a password shall take to guess. */
const MOST_CREDENTIALS = 5

/** The worker says that the mail of a verification has gone out. */
export const recordVerificationEmail =
  (command: { userId: string; verificationId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state)) return []
    const request = state.verifications.find(({ verificationId }) => verificationId === command.verificationId)
    if (!request || request.emailSent) return []
    return [{ type: 'VerificationEmailSent', data: { userId: state.userId, verificationId: command.verificationId } }]
  }

/**
 * Whether the owner still has to be told of the registration repeated on this date: telling of a later one has told of
 * this one too.
 */
export const isRegistrationNoticeDue = (state: AccountState, date: string): boolean =>
  isRegistered(state) && (state.registrationNoticeSentOn === null || state.registrationNoticeSentOn < date)

/** The worker says that the mail about a repeated registration has gone out. */
export const recordRegistrationNotice =
  (command: { userId: string; date: string }): Decide<AccountState, AccountEvent> =>
  (state) =>
    isRegistrationNoticeDue(state, command.date) ? [{ type: 'RegistrationNoticeSent', data: command }] : []

/**
 * The registration that a link would verify now. Refused with `verificationLinkInvalid`, `verificationLinkUsed` or
 * `verificationLinkExpired`.
 */
export function verificationOf(
  state: AccountState,
  { verificationId, now }: { verificationId: string; now: string },
): Verification & Pick<RegisteredAccount, 'userId' | 'email'> {
  if (!isRegistered(state)) throw new Rejection('verificationLinkInvalid')
  const request = state.verifications.find((verification) => verification.verificationId === verificationId)
  if (!request) throw new Rejection('verificationLinkInvalid')
  if (state.situation === 'verified') throw new Rejection('verificationLinkUsed')
  if (now >= request.expiresAt) throw new Rejection('verificationLinkExpired')
  return { ...request, userId: state.userId, email: state.email }
}

/** Verifies the address by the link of one mail: once, in its time, with the registration that it was mailed for. */
export const verifyEmail =
  (command: { verificationId: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId, verificationId, firstName, lastName, timeZone, agreedTo } = verificationOf(state, command)
    return [{ type: 'EmailVerified', data: { userId, verificationId, firstName, lastName, timeZone, agreedTo } }]
  }
