import type { Decide } from '../core/decider.ts'
import { hoursAfter } from '../core/shown/calendar.ts'
import type { DocumentVersion } from '../legal/shown/legal-documents.ts'
import { Rejection } from '../refusals/rejection.ts'
import { type AccountEvent, type AccountState, isRegistered, type Profile, type RegisteredAccount, type Verification } from './account.ts'
import { VERIFICATION_HOURS } from './shown/rules.ts'

interface Registration extends Profile {
  readonly userId: string
  readonly email: string
  readonly policies?: readonly DocumentVersion[]
  readonly credentialId: string
  readonly verificationId: string
  /** Null when the address already had its mails for today. */
  readonly mailAt: string | null
  readonly now: string
}

/** If the address already has an account, only its owner is told. */
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

interface LinkOf extends Pick<Registration, 'userId' | 'verificationId' | 'mailAt' | 'now'> {
  readonly registration: Profile & Pick<Registration, 'credentialId'>
}

const verificationRequested = ({ userId, verificationId, registration, mailAt, now }: LinkOf): AccountEvent => {
  const { credentialId, firstName, lastName, timeZone, agreedTo } = registration
  const expiresAt = hoursAfter(now, VERIFICATION_HOURS)
  return {
    type: 'VerificationRequested',
    data: { userId, verificationId, credentialId, firstName, lastName, timeZone, agreedTo, expiresAt, mailAt },
  }
}

/** Decides nothing if the account is verified. Without its own credential it stands for the latest registration. */
export const requestVerification =
  (command: { verificationId: string; credentialId?: string; mailAt: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'unverified') return []
    const wanted = command.credentialId ?? state.credentialId
    const registration = state.verifications.findLast(({ credentialId }) => credentialId === wanted)
    return registration ? [verificationRequested({ ...command, userId: state.userId, registration })] : []
  }

/** Latest first. Before verification there may be several, since the owner is not known yet. */
export function credentialsOf(state: AccountState): readonly string[] {
  if (!isRegistered(state)) return []
  if (state.situation === 'verified') return state.credentialId ? [state.credentialId] : []
  return [...new Set(state.verifications.map(({ credentialId }) => credentialId).reverse())].slice(0, MOST_CREDENTIALS)
}

/** Each is hashed at sign-in, so the number is limited. */
const MOST_CREDENTIALS = 5

export const recordVerificationEmail =
  (command: { userId: string; verificationId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (!isRegistered(state)) return []
    const request = state.verifications.find(({ verificationId }) => verificationId === command.verificationId)
    if (!request || request.emailSent) return []
    return [{ type: 'VerificationEmailSent', data: { userId: state.userId, verificationId: command.verificationId } }]
  }

export const isRegistrationNoticeDue = (state: AccountState, date: string): boolean =>
  isRegistered(state) && (state.registrationNoticeSentOn === null || state.registrationNoticeSentOn < date)

export const recordRegistrationNotice =
  (command: { userId: string; date: string }): Decide<AccountState, AccountEvent> =>
  (state) =>
    isRegistrationNoticeDue(state, command.date) ? [{ type: 'RegistrationNoticeSent', data: command }] : []

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

export const verifyEmail =
  (command: { verificationId: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    const { userId, verificationId, firstName, lastName, timeZone, agreedTo } = verificationOf(state, command)
    return [{ type: 'EmailVerified', data: { userId, verificationId, firstName, lastName, timeZone, agreedTo } }]
  }
