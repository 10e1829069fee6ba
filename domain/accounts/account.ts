import { z } from 'zod'
import { type Aggregate, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal, sealed } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { legalDocumentIds } from '../legal/shown/legal-documents.ts'
import type { AccountCalendar } from './shown/account-day.ts'
import { type Background, firstLanguageNames, NO_BACKGROUND } from './shown/background.ts'
import { DEFAULT_SETTINGS, dailyEmailTimePattern, type Settings, type UserRole, userRoles } from './shown/rules.ts'

// `account-<userId>`: the life of one account, without secrets (password hashes, tokens, second-factor keys, sessions).

const account = { userId: z.uuid() }
const personalText = personal(z.string())
const agreedTo = z.object({ statement: z.string(), version: z.string() }).nullable()
export type AgreedStatement = NonNullable<z.infer<typeof agreedTo>>

const profile = { firstName: personalText, lastName: personalText, timeZone: z.string() }
const verification = { ...account, verificationId: z.uuid() }
/** In version 1, a registration always used the profile of `AccountRegistered`, whichever link was followed. */
const profileOfTheAccount = { firstName: null, lastName: null, timeZone: null, agreedTo: null }
const mailAtOnce = { mailAt: '1970-01-01T00:00:00.000Z' }
const registration = { ...profile, timeZone: z.string().nullable(), agreedTo }
const emailChange = { ...account, changeId: z.uuid(), email: personalText }
const roleChange = { ...account, role: z.enum(userRoles), /** Whose words they are, the metadata say. */ reason: personalText }
const secondFactor = { ...account, factorId: z.uuid() }
const dataExport = { ...account, exportId: z.uuid() }

export const accountMailKinds = [
  'passwordReset',
  'passwordChanged',
  'emailChangeLink',
  'emailChangeNotice',
  'emailChanged',
  'addressWanted',
  'addressTried',
  'roleChanged',
  'secondFactorChanged',
  'exportMade',
  'deletionRequested',
  'withdrawalsStopped',
  'examOutcome',
  'tutoring',
  'tutor',
  'receipt',
  'paymentFailed',
  'planEnded',
  'cancellation',
  'refund',
  'priceChange',
  'paymentProblem',
  'contactRequest',
  'accountErased',
] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

export const accountEvents = defineEvents({
  AccountRegistered: eventWith(
    { ...account, email: personalText, ...profile, agreedTo },
    { ...sealed('email', 'firstName', 'lastName'), upcasters: [(first) => ({ ...first, agreedTo: null })] },
  ),
  /** Someone registered an address that already has an account. Only its owner is told, at most once a day. */
  RegistrationRepeated: eventWith({ ...account, date: z.iso.date() }),
  RegistrationNoticeSent: eventWith({ ...account, date: z.iso.date() }),
  VerificationRequested: eventWith(
    {
      ...verification,
      /** Registering another person's address gives no access to the account that its owner verifies. */
      credentialId: z.uuid(),
      ...registration,
      expiresAt: z.iso.datetime(),
      mailAt: z.iso.datetime().nullable(),
    },
    { ...sealed('firstName', 'lastName'), upcasters: [(first) => ({ ...first, ...profileOfTheAccount, ...mailAtOnce })] },
  ),
  VerificationEmailSent: eventWith(verification),
  /** Verified by an emailed link. Null for administrators that the setup created. */
  EmailVerified: eventWith(
    { ...account, verificationId: z.uuid().nullable(), ...registration },
    { ...sealed('firstName', 'lastName'), upcasters: [(first) => ({ ...first, ...profileOfTheAccount })] },
  ),
  PoliciesAgreed: eventWith({
    ...account,
    credentialId: z.uuid(),
    statement: z.string(),
    policies: z.array(z.object({ document: z.enum(legalDocumentIds), version: z.int().min(1) })).min(1),
  }),
  ProfileChanged: eventWith(
    { ...account, firstName: personalText, lastName: personalText, /** Null where none is given. */ phone: personalText },
    sealed('firstName', 'lastName', 'phone'),
  ),
  /** The complete new state. Null means not told. */
  BackgroundTold: eventWith(
    { ...account, firstLanguage: z.enum(firstLanguageNames).nullable(), paramedicProgram: personalText },
    sealed('firstLanguage', 'paramedicProgram'),
  ),
  /** The complete new state. */
  SettingsChanged: eventWith(
    {
      ...account,
      showCorrectAnswers: z.boolean(),
      dailyEmailEnabled: z.boolean(),
      dailyEmailTime: z.string().regex(dailyEmailTimePattern),
      examDate: z.iso.date().nullable(),
      timeZone: z.string(),
      timeZoneChangedAt: z.iso.datetime().nullable(),
      calmMode: z.boolean(),
      showOnLeaderboard: z.boolean(),
    },
    { ...sealed('examDate'), upcasters: [(first) => ({ ...first, calmMode: false, showOnLeaderboard: true })] },
  ),
  PasswordResetRequested: eventWith({ ...account, resetId: z.uuid(), expiresAt: z.iso.datetime() }),
  PasswordChanged: eventWith({
    ...account,
    credentialId: z.uuid(),
    /** Null when the previous password was given instead. */
    resetId: z.uuid().nullable(),
  }),
  EmailChangeRequested: eventWith({ ...emailChange, expiresAt: z.iso.datetime() }, sealed('email')),
  EmailChanged: eventWith(
    {
      ...emailChange,
      formerEmail: personalText,
      emailHash: z.string(),
      formerEmailHash: z.string(),
    },
    sealed('email', 'formerEmail'),
  ),
  RoleGranted: eventWith(roleChange, {
    ...sealed('reason'),
    upcasters: [(first) => ({ ...first, reason: null })],
  }),
  RoleRevoked: eventWith(roleChange, sealed('reason')),
  SecondFactorAdded: eventWith(
    { ...secondFactor, kind: z.enum(['passkey', 'totp']), /** As its owner calls it. */ name: personalText },
    sealed('name'),
  ),
  SecondFactorRemoved: eventWith(secondFactor),
  RecoveryCodesIssued: eventWith({ ...account, count: z.int().min(1) }),
  RecoveryCodeUsed: eventWith({ ...account, left: z.int().min(0) }),
  /** Repeated sign-ins had the right password and failed at the second factor. Noted once a day (UTC). */
  SecondFactorRefused: eventWith({ ...account, date: z.iso.date() }),
  ExportRequested: eventWith({ ...dataExport, requestedAt: z.iso.datetime() }),
  ExportMade: eventWith({ ...dataExport, bytes: z.int().min(0), expiresAt: z.iso.datetime() }),
  DeletionRequested: eventWith({ ...account, eraseAt: z.iso.datetime() }),
  DeletionCancelled: eventWith(account),
  /** The person's key is destroyed, so the log no longer identifies them. */
  AccountErased: eventWith(account),
  AccountMailSent: eventWith({
    ...account,
    kind: z.enum(accountMailKinds),
    cause: z.uuid(),
  }),
})
export type AccountEvent = EventOf<(typeof accountEvents)[number]>

type Data<Type extends AccountEvent['type']> = DataOf<AccountEvent, Type>

/** Names are null after erasure. */
export type Profile = Readonly<Pick<Data<'AccountRegistered'>, 'firstName' | 'lastName' | 'timeZone' | 'agreedTo'>>

export interface Verification extends Profile, Pick<Data<'VerificationRequested'>, 'verificationId' | 'credentialId' | 'expiresAt'> {
  readonly emailSent: boolean
}

export type PasswordReset = Omit<Data<'PasswordResetRequested'>, 'userId'>
export type EmailChange = Omit<Data<'EmailChangeRequested'>, 'userId'>
export type AccountMail = Omit<Data<'AccountMailSent'>, 'userId'>
export type SecondFactor = Readonly<Omit<Data<'SecondFactorAdded'>, 'userId'>>

export interface AskedExport extends Omit<Data<'ExportRequested'>, 'userId'> {
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
  readonly dataExport: AskedExport | null
  readonly eraseAt: string | null
  readonly mailsSent: readonly AccountMail[]
}

export type AccountState =
  | { readonly situation: 'unregistered' }
  | { readonly situation: 'erased'; readonly userId: string }
  | RegisteredAccount

export const isRegistered = (state: AccountState): state is RegisteredAccount =>
  state.situation === 'unverified' || state.situation === 'verified'

const withoutUser = <Data extends { userId: string }>({ userId: _, ...data }: Data) => data

/** More than anyone can request while one of them is valid. */
const REMEMBERED = 50
const remembering = <Item>(items: readonly Item[], item: Item): readonly Item[] => [...items, item].slice(-REMEMBERED)

const evolveRegistered = evolveBy<RegisteredAccount, Exclude<AccountEvent, { type: 'AccountRegistered' }>, AccountState>({
  VerificationRequested: (state, data) => {
    const { verificationId, credentialId, expiresAt } = data
    const verification = { ...profileIn(data, state), verificationId, credentialId, expiresAt, emailSent: false }
    return { ...state, credentialId, verifications: remembering(state.verifications, verification) }
  },
  VerificationEmailSent: (state, { verificationId }) => ({
    ...state,
    verifications: state.verifications.map((request) =>
      request.verificationId === verificationId ? { ...request, emailSent: true } : request,
    ),
  }),
  EmailVerified: (state, data) => {
    const request = state.verifications.find(({ verificationId }) => verificationId === data.verificationId)
    const credentialId = request?.credentialId ?? state.credentialId
    return { ...state, ...profileIn(data, state), situation: 'verified', credentialId }
  },
  PoliciesAgreed: (state) => state,
  RegistrationRepeated: (state, { date }) => ({ ...state, registrationRepeatedOn: date }),
  RegistrationNoticeSent: (state, { date }) => ({ ...state, registrationNoticeSentOn: date }),
  ProfileChanged: (state, data) => ({ ...state, ...withoutUser(data) }),
  BackgroundTold: (state, data) => ({ ...state, background: withoutUser(data) }),
  SettingsChanged: (state, data) => {
    const { timeZone, timeZoneChangedAt, ...settings } = withoutUser(data)
    const formerTimeZone = timeZone === state.timeZone ? state.formerTimeZone : state.timeZone
    return { ...state, timeZone, formerTimeZone, timeZoneChangedAt, settings }
  },
  PasswordResetRequested: (state, data) => ({ ...state, passwordResets: remembering(state.passwordResets, withoutUser(data)) }),
  // Pending links may have been requested by the person that the new password shuts out.
  PasswordChanged: (state, { credentialId }) => ({ ...state, credentialId, passwordResets: [], emailChange: null }),
  EmailChangeRequested: (state, data) => ({ ...state, emailChange: withoutUser(data) }),
  // Reset links went to the previous address, which may belong to someone else now.
  EmailChanged: (state, { email }) => ({ ...state, email, emailChange: null, passwordResets: [] }),
  RoleGranted: (state, { role }) => ({ ...state, role }),
  RoleRevoked: (state) => ({ ...state, role: 'student' }),
  SecondFactorAdded: (state, data) => ({ ...state, secondFactors: appended(state.secondFactors, withoutUser(data)) }),
  SecondFactorRemoved: (state, data) => {
    const secondFactors = state.secondFactors.filter(({ factorId }) => factorId !== data.factorId)
    // Recovery codes stand in for a factor, so they go with the last one.
    return { ...state, secondFactors, recoveryCodesLeft: secondFactors.length === 0 ? 0 : state.recoveryCodesLeft }
  },
  RecoveryCodesIssued: (state, { count }) => ({ ...state, recoveryCodesLeft: count }),
  RecoveryCodeUsed: (state, { left }) => ({ ...state, recoveryCodesLeft: left }),
  SecondFactorRefused: (state, { date }) => ({ ...state, secondFactorRefusedOn: date }),
  ExportRequested: (state, data) => ({ ...state, dataExport: { ...withoutUser(data), expiresAt: null } }),
  ExportMade: (state, { exportId, expiresAt }) =>
    state.dataExport?.exportId === exportId ? { ...state, dataExport: { ...state.dataExport, expiresAt } } : state,
  DeletionRequested: (state, { eraseAt }) => ({ ...state, eraseAt }),
  DeletionCancelled: (state) => ({ ...state, eraseAt: null }),
  AccountErased: (state) => ({ situation: 'erased', userId: state.userId }),
  AccountMailSent: (state, data) => ({ ...state, mailsSent: remembering(state.mailsSent, withoutUser(data)) }),
})

export const accountAggregate: Aggregate<AccountState, AccountEvent> = {
  category: 'account',
  initial: { situation: 'unregistered' },
  evolve: (state, event) => {
    if (event.type === 'AccountRegistered') return registeredAs(event.data)
    return isRegistered(state) ? evolveRegistered(state, event) : state
  },
}

function registeredAs(data: Data<'AccountRegistered'>): RegisteredAccount {
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

type ProfileOfLink = Pick<Data<'EmailVerified'>, 'firstName' | 'lastName' | 'timeZone' | 'agreedTo'>

function profileIn({ firstName, lastName, timeZone, agreedTo }: ProfileOfLink, account: Profile): Profile {
  if (timeZone !== null) return { firstName, lastName, timeZone, agreedTo }
  return { firstName: account.firstName, lastName: account.lastName, timeZone: account.timeZone, agreedTo: account.agreedTo }
}
