import type { Aggregate } from '../core/decider.ts'
import { appended } from '../core/growing.ts'
import type { AccountCalendar } from './account-day.ts'
import type { AccountEvent, AccountMailKind, Agreement } from './account-events.ts'
import { type Background, NO_BACKGROUND } from './background.ts'
import { DEFAULT_SETTINGS, type Settings, type UserRole } from './rules.ts'

/** The profile. Null after erasure. */
export interface Profile {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly timeZone: string
  readonly agreedTo: Agreement | null
}

export interface Verification extends Profile {
  readonly verificationId: string
  readonly credentialId: string
  readonly expiresAt: string
  readonly emailSent: boolean
}

export interface PasswordReset {
  readonly resetId: string
  readonly expiresAt: string
}

export interface EmailChange {
  readonly changeId: string
  readonly email: string | null
  readonly expiresAt: string
}

export interface SecondFactor {
  readonly factorId: string
  readonly kind: 'passkey' | 'totp'
  readonly name: string | null
}

export interface DataExport {
  readonly exportId: string
  readonly requestedAt: string
  readonly expiresAt: string | null
}

export interface RegisteredAccount extends Profile, AccountCalendar {
  readonly situation: 'unverified' | 'verified'
  readonly userId: string
  readonly email: string | null
  readonly phone: string | null
  readonly background: Background
  readonly settings: Settings
  /** Which stored password hash belongs to the account; null until one was requested. */
  readonly credentialId: string | null
  readonly role: UserRole
  readonly registrationRepeatedOn: string | null
  readonly registrationNoticeSentOn: string | null
  readonly verifications: readonly Verification[]
  readonly passwordResets: readonly PasswordReset[]
  readonly emailChange: EmailChange | null
  readonly secondFactors: readonly SecondFactor[]
  readonly recoveryCodesLeft: number
  readonly secondFactorRefusedOn: string | null
  readonly dataExport: DataExport | null
  readonly eraseAt: string | null
  readonly mailsSent: readonly { readonly kind: AccountMailKind; readonly cause: string }[]
}

export type AccountState =
  | { readonly situation: 'unregistered' }
  | { readonly situation: 'erased'; readonly userId: string }
  | RegisteredAccount

export const isRegistered = (state: AccountState): state is RegisteredAccount =>
  state.situation === 'unverified' || state.situation === 'verified'

/** More than anyone can request while one of them is valid. */
const REMEMBERED = 50
const remembering = <Item>(items: readonly Item[], item: Item): readonly Item[] => [...items, item].slice(-REMEMBERED)

export const accountAggregate: Aggregate<AccountState, AccountEvent> = {
  category: 'account',
  initial: { situation: 'unregistered' },
  evolve: (state, event) => {
    if (event.type === 'AccountRegistered') return registeredAs(event.data)
    if (!isRegistered(state)) return state
    switch (event.type) {
      case 'VerificationRequested': {
        const { verificationId, credentialId, expiresAt } = event.data
        const verification = { ...profileIn(event.data, state), verificationId, credentialId, expiresAt, emailSent: false }
        return { ...state, credentialId, verifications: remembering(state.verifications, verification) }
      }
      case 'VerificationEmailSent':
        return {
          ...state,
          verifications: state.verifications.map((request) =>
            request.verificationId === event.data.verificationId ? { ...request, emailSent: true } : request,
          ),
        }
      case 'EmailVerified': {
        const request = state.verifications.find(({ verificationId }) => verificationId === event.data.verificationId)
        const credentialId = request?.credentialId ?? state.credentialId
        return { ...state, ...profileIn(event.data, state), situation: 'verified', credentialId }
      }
      case 'PoliciesAgreed':
        return state
      case 'RegistrationRepeated':
        return { ...state, registrationRepeatedOn: event.data.date }
      case 'RegistrationNoticeSent':
        return { ...state, registrationNoticeSentOn: event.data.date }
      case 'ProfileChanged': {
        const { firstName, lastName, phone } = event.data
        return { ...state, firstName, lastName, phone }
      }
      case 'BackgroundTold': {
        const { firstLanguage, paramedicProgram } = event.data
        return { ...state, background: { firstLanguage, paramedicProgram } }
      }
      case 'SettingsChanged': {
        const { userId: _, timeZone, timeZoneChangedAt, ...settings } = event.data
        const formerTimeZone = timeZone === state.timeZone ? state.formerTimeZone : state.timeZone
        return { ...state, timeZone, formerTimeZone, timeZoneChangedAt, settings }
      }
      case 'PasswordResetRequested': {
        const { resetId, expiresAt } = event.data
        return { ...state, passwordResets: remembering(state.passwordResets, { resetId, expiresAt }) }
      }
      case 'PasswordChanged':
        // Pending links may have been requested by the person that the new password shuts out.
        return { ...state, credentialId: event.data.credentialId, passwordResets: [], emailChange: null }
      case 'EmailChangeRequested': {
        const { changeId, email, expiresAt } = event.data
        return { ...state, emailChange: { changeId, email, expiresAt } }
      }
      case 'EmailChanged':
        // Reset links went to the previous address, which may belong to someone else now.
        return { ...state, email: event.data.email, emailChange: null, passwordResets: [] }
      case 'RoleGranted':
        return { ...state, role: event.data.role }
      case 'RoleRevoked':
        return { ...state, role: 'student' }
      case 'SecondFactorAdded': {
        const { factorId, kind, name } = event.data
        return { ...state, secondFactors: appended(state.secondFactors, { factorId, kind, name }) }
      }
      case 'SecondFactorRemoved': {
        const secondFactors = state.secondFactors.filter(({ factorId }) => factorId !== event.data.factorId)
        // Recovery codes stand in for a factor, so they go with the last one.
        return { ...state, secondFactors, recoveryCodesLeft: secondFactors.length === 0 ? 0 : state.recoveryCodesLeft }
      }
      case 'RecoveryCodesIssued':
        return { ...state, recoveryCodesLeft: event.data.count }
      case 'RecoveryCodeUsed':
        return { ...state, recoveryCodesLeft: event.data.left }
      case 'SecondFactorRefused':
        return { ...state, secondFactorRefusedOn: event.data.date }
      case 'ExportRequested':
        return { ...state, dataExport: { exportId: event.data.exportId, requestedAt: event.data.requestedAt, expiresAt: null } }
      case 'ExportMade':
        return state.dataExport?.exportId === event.data.exportId
          ? { ...state, dataExport: { ...state.dataExport, expiresAt: event.data.expiresAt } }
          : state
      case 'DeletionRequested':
        return { ...state, eraseAt: event.data.eraseAt }
      case 'DeletionCancelled':
        return { ...state, eraseAt: null }
      case 'AccountErased':
        return { situation: 'erased', userId: state.userId }
      case 'AccountMailSent': {
        const { kind, cause } = event.data
        return { ...state, mailsSent: remembering(state.mailsSent, { kind, cause }) }
      }
    }
  },
}

function registeredAs(data: Extract<AccountEvent, { type: 'AccountRegistered' }>['data']): RegisteredAccount {
  return {
    ...data,
    situation: 'unverified',
    phone: null,
    background: NO_BACKGROUND,
    settings: DEFAULT_SETTINGS,
    formerTimeZone: null,
    timeZoneChangedAt: null,
    credentialId: null,
    role: 'student',
    registrationRepeatedOn: null,
    registrationNoticeSentOn: null,
    verifications: [],
    passwordResets: [],
    emailChange: null,
    secondFactors: [],
    recoveryCodesLeft: 0,
    secondFactorRefusedOn: null,
    dataExport: null,
    eraseAt: null,
    mailsSent: [],
  }
}

type ProfileOfLink = Pick<Extract<AccountEvent, { type: 'EmailVerified' }>['data'], 'firstName' | 'lastName' | 'timeZone' | 'agreedTo'>

function profileIn({ firstName, lastName, timeZone, agreedTo }: ProfileOfLink, account: Profile): Profile {
  if (timeZone !== null) return { firstName, lastName, timeZone, agreedTo }
  return { firstName: account.firstName, lastName: account.lastName, timeZone: account.timeZone, agreedTo: account.agreedTo }
}
