import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, personal } from '../event.ts'
import { Rejection } from '../rejection.ts'
import { type UserRole, userRoles, VERIFICATION_HOURS } from './rules.ts'

/**
 * `account-<userId>`: the life of one account. Password hashes, tokens and sessions are secrets, not facts: they are
 * never in here.
 */

const account = { userId: z.uuid() }

export const AccountRegistered = defineEvent(
  'AccountRegistered',
  {
    ...account,
    email: personal(z.string()),
    firstName: personal(z.string()),
    lastName: personal(z.string()),
    timeZone: z.string(),
  },
  { personal: { subject: 'userId', fields: ['email', 'firstName', 'lastName'] } },
)

/**
 * Somebody registered an address again that already has an account: its owner is told by mail, at most once a day; the
 * registrant is not.
 */
export const RegistrationRepeated = defineEvent('RegistrationRepeated', { ...account, date: z.iso.date() })
/** The mail that tells the owner of the registration repeated on this date has gone out. */
export const RegistrationNoticeSent = defineEvent('RegistrationNoticeSent', { ...account, date: z.iso.date() })

const verification = { ...account, verificationId: z.uuid() }
export const VerificationRequested = defineEvent('VerificationRequested', {
  ...verification,
  /**
   * The password that becomes the account's when this link is followed: whoever registers somebody else's address does
   * not get into the account that its owner verifies.
   */
  credentialId: z.uuid(),
  expiresAt: z.iso.datetime(),
})
export const VerificationEmailSent = defineEvent('VerificationEmailSent', verification)
/** Administrators of the first days were verified by nothing but the setup (`null`). */
export const EmailVerified = defineEvent('EmailVerified', { ...account, verificationId: z.uuid().nullable() })
export const RoleGranted = defineEvent('RoleGranted', { ...account, role: z.enum(userRoles) })

export const accountEvents = [
  AccountRegistered,
  RegistrationRepeated,
  RegistrationNoticeSent,
  VerificationRequested,
  VerificationEmailSent,
  EmailVerified,
  RoleGranted,
] as const
export type AccountEvent = EventOf<(typeof accountEvents)[number]>

interface Verification {
  readonly verificationId: string
  readonly credentialId: string
  readonly expiresAt: string
  readonly emailSent: boolean
}

export type AccountState =
  | { readonly situation: 'unregistered' }
  | {
      readonly situation: 'unverified' | 'verified'
      readonly userId: string
      readonly email: string | null
      readonly firstName: string | null
      readonly timeZone: string
      /** Which stored password hash is the account's; null before any was asked for. */
      readonly credentialId: string | null
      readonly role: UserRole
      readonly registrationRepeatedOn: string | null
      /** Of the last repeated registration that the owner was told of. */
      readonly registrationNoticeSentOn: string | null
      readonly verifications: readonly Verification[]
    }

export const accountAggregate: Aggregate<AccountState, AccountEvent> = {
  category: 'account',
  initial: { situation: 'unregistered' },
  evolve: (state, event) => {
    if (event.type === 'AccountRegistered') {
      const { userId, email, firstName, timeZone } = event.data
      return {
        situation: 'unverified',
        userId,
        email,
        firstName,
        timeZone,
        credentialId: null,
        role: 'student',
        registrationRepeatedOn: null,
        registrationNoticeSentOn: null,
        verifications: [],
      }
    }
    if (state.situation === 'unregistered') return state
    switch (event.type) {
      case 'VerificationRequested': {
        const { verificationId, credentialId, expiresAt } = event.data
        return {
          ...state,
          credentialId,
          verifications: [...state.verifications, { verificationId, credentialId, expiresAt, emailSent: false }],
        }
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
        return { ...state, situation: 'verified', credentialId: request?.credentialId ?? state.credentialId }
      }
      case 'RoleGranted':
        return { ...state, role: event.data.role }
      case 'RegistrationRepeated':
        return { ...state, registrationRepeatedOn: event.data.date }
      case 'RegistrationNoticeSent':
        return { ...state, registrationNoticeSentOn: event.data.date }
    }
  },
}

interface Registration {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  readonly credentialId: string
  readonly verificationId: string
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
    if (state.situation === 'unverified') return requestVerification(command)(state)
    const { userId, email, firstName, lastName, timeZone } = command
    return [{ type: 'AccountRegistered', data: { userId, email, firstName, lastName, timeZone } }, verificationRequested(command)]
  }

const verificationRequested = (command: { userId: string; verificationId: string; credentialId: string; now: string }) =>
  ({
    type: 'VerificationRequested',
    data: {
      userId: command.userId,
      verificationId: command.verificationId,
      credentialId: command.credentialId,
      expiresAt: new Date(Date.parse(command.now) + VERIFICATION_HOURS * 3_600_000).toISOString(),
    },
  }) as const

/**
 * Asks for a new verification mail; decides nothing when the account needs none or the last one for this credential was
 * asked for within a minute. Without a credential of its own it stands for the one that was registered last.
 */
export const requestVerification =
  (command: { verificationId: string; credentialId?: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation !== 'unverified') return []
    const credentialId = command.credentialId ?? state.credentialId
    const last = state.verifications.findLast((request) => request.credentialId === credentialId)
    const askedAt = last ? Date.parse(last.expiresAt) - VERIFICATION_HOURS * 3_600_000 : Number.NEGATIVE_INFINITY
    if (Date.parse(command.now) - askedAt < RESEND_PAUSE_SECONDS * 1000) return []
    return credentialId ? [verificationRequested({ ...command, credentialId, userId: state.userId })] : []
  }

const RESEND_PAUSE_SECONDS = 60

/**
 * The credentials whose password may be the person's, the latest first: one once the address is verified; before, any
 * that was registered with it lately, for nobody knows yet whose address it is.
 */
export function credentialsOf(state: AccountState): readonly string[] {
  if (state.situation === 'unregistered') return []
  if (state.situation === 'verified') return state.credentialId ? [state.credentialId] : []
  return [...new Set(state.verifications.map(({ credentialId }) => credentialId).reverse())].slice(0, MOST_CREDENTIALS)
}

/** Each takes as long to try as a password shall take to guess. */
const MOST_CREDENTIALS = 5

/** The worker says that the mail of a verification has gone out. */
export const recordVerificationEmail =
  (command: { userId: string; verificationId: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation === 'unregistered') return []
    const request = state.verifications.find(({ verificationId }) => verificationId === command.verificationId)
    if (!request || request.emailSent) return []
    return [{ type: 'VerificationEmailSent', data: { userId: state.userId, verificationId: command.verificationId } }]
  }

/**
 * Whether the owner still has to be told of the registration repeated on this date: telling of a later one has told of
 * this one too.
 */
export const isRegistrationNoticeDue = (state: AccountState, date: string): boolean =>
  state.situation !== 'unregistered' && (state.registrationNoticeSentOn === null || state.registrationNoticeSentOn < date)

/** The worker says that the mail about a repeated registration has gone out. */
export const recordRegistrationNotice =
  (command: { userId: string; date: string }): Decide<AccountState, AccountEvent> =>
  (state) =>
    isRegistrationNoticeDue(state, command.date) ? [{ type: 'RegistrationNoticeSent', data: command }] : []

/** Verifies the address by the link of one mail: once, in its time. */
export const verifyEmail =
  (command: { verificationId: string; now: string }): Decide<AccountState, AccountEvent> =>
  (state) => {
    if (state.situation === 'unregistered') throw new Rejection('verificationLinkInvalid')
    const request = state.verifications.find(({ verificationId }) => verificationId === command.verificationId)
    if (!request) throw new Rejection('verificationLinkInvalid')
    if (state.situation === 'verified') throw new Rejection('verificationLinkUsed')
    if (command.now >= request.expiresAt) throw new Rejection('verificationLinkExpired')
    return [{ type: 'EmailVerified', data: { userId: state.userId, verificationId: request.verificationId } }]
  }

export const grantRole =
  (command: { role: UserRole }): Decide<AccountState, AccountEvent> =>
  (state) =>
    state.situation === 'unregistered' || state.role === command.role
      ? []
      : [{ type: 'RoleGranted', data: { userId: state.userId, role: command.role } }]
