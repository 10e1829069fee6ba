import { z } from 'zod'
import { defineEvent, type EventOf, personal } from '../core/event.ts'
import { legalDocumentIds } from '../legal/legal-documents.ts'
import { firstLanguageNames } from './background.ts'
import { dailyEmailTimePattern, userRoles } from './rules.ts'

// `account-<userId>`: the life of one account. Secrets (password hashes, tokens, second-factor keys, sessions) are
// never stored here.

const account = { userId: z.uuid() }
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })
const personalText = personal(z.string())

const agreedTo = z.object({ statement: z.string(), version: z.string() }).nullable()
export type Agreement = NonNullable<z.infer<typeof agreedTo>>

const profile = { firstName: personalText, lastName: personalText, timeZone: z.string() }

export const AccountRegistered = defineEvent(
  'AccountRegistered',
  { ...account, email: personalText, ...profile, agreedTo },
  { ...sealed('email', 'firstName', 'lastName'), upcasters: [(first) => ({ ...first, agreedTo: null })] },
)

/** Someone registered an address that already has an account. Only its owner is told, at most once a day. */
export const RegistrationRepeated = defineEvent('RegistrationRepeated', { ...account, date: z.iso.date() })
export const RegistrationNoticeSent = defineEvent('RegistrationNoticeSent', { ...account, date: z.iso.date() })

const verification = { ...account, verificationId: z.uuid() }
/** In version 1, a registration always used the profile of `AccountRegistered`, whichever link was followed. */
const profileOfTheAccount = { firstName: null, lastName: null, timeZone: null, agreedTo: null }
const mailAtOnce = { mailAt: '1970-01-01T00:00:00.000Z' }
const registration = { ...profile, timeZone: z.string().nullable(), agreedTo }

export const VerificationRequested = defineEvent(
  'VerificationRequested',
  {
    ...verification,
    /**
     * The password that this link activates. Someone who registers another person's address gets no access to the
     * account its owner verifies.
     */
    credentialId: z.uuid(),
    ...registration,
    expiresAt: z.iso.datetime(),
    mailAt: z.iso.datetime().nullable(),
  },
  { ...sealed('firstName', 'lastName'), upcasters: [(first) => ({ ...first, ...profileOfTheAccount, ...mailAtOnce })] },
)
export const VerificationEmailSent = defineEvent('VerificationEmailSent', verification)
/** Verified by an emailed link. Null for administrators that the setup created. */
export const EmailVerified = defineEvent(
  'EmailVerified',
  { ...account, verificationId: z.uuid().nullable(), ...registration },
  { ...sealed('firstName', 'lastName'), upcasters: [(first) => ({ ...first, ...profileOfTheAccount })] },
)

export const PoliciesAgreed = defineEvent('PoliciesAgreed', {
  ...account,
  credentialId: z.uuid(),
  statement: z.string(),
  policies: z.array(z.object({ document: z.enum(legalDocumentIds), version: z.int().min(1) })).min(1),
})

export const ProfileChanged = defineEvent(
  'ProfileChanged',
  { ...account, firstName: personalText, lastName: personalText, /** Null where none is given. */ phone: personalText },
  sealed('firstName', 'lastName', 'phone'),
)
/** The complete new state. Null means not told. */
export const BackgroundTold = defineEvent(
  'BackgroundTold',
  { ...account, firstLanguage: z.enum(firstLanguageNames).nullable(), paramedicProgram: personalText },
  sealed('firstLanguage', 'paramedicProgram'),
)
/** The complete new state. */
export const SettingsChanged = defineEvent(
  'SettingsChanged',
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
)

export const PasswordResetRequested = defineEvent('PasswordResetRequested', { ...account, resetId: z.uuid(), expiresAt: z.iso.datetime() })
export const PasswordChanged = defineEvent('PasswordChanged', {
  ...account,
  credentialId: z.uuid(),
  /** Null when the previous password was given instead. */
  resetId: z.uuid().nullable(),
})

const emailChange = { ...account, changeId: z.uuid(), email: personalText }
export const EmailChangeRequested = defineEvent('EmailChangeRequested', { ...emailChange, expiresAt: z.iso.datetime() }, sealed('email'))
export const EmailChanged = defineEvent(
  'EmailChanged',
  {
    ...emailChange,
    formerEmail: personalText,
    emailHash: z.string(),
    formerEmailHash: z.string(),
  },
  sealed('email', 'formerEmail'),
)

const roleChange = { ...account, role: z.enum(userRoles), /** Whose words they are, the metadata say. */ reason: personalText }
export const RoleGranted = defineEvent('RoleGranted', roleChange, {
  ...sealed('reason'),
  upcasters: [(first) => ({ ...first, reason: null })],
})
export const RoleRevoked = defineEvent('RoleRevoked', roleChange, sealed('reason'))

const secondFactor = { ...account, factorId: z.uuid() }
export const SecondFactorAdded = defineEvent(
  'SecondFactorAdded',
  { ...secondFactor, kind: z.enum(['passkey', 'totp']), /** As its owner calls it. */ name: personalText },
  sealed('name'),
)
export const SecondFactorRemoved = defineEvent('SecondFactorRemoved', secondFactor)
export const RecoveryCodesIssued = defineEvent('RecoveryCodesIssued', { ...account, count: z.int().min(1) })
export const RecoveryCodeUsed = defineEvent('RecoveryCodeUsed', { ...account, left: z.int().min(0) })
/** Repeated sign-ins had the right password and failed at the second factor. Noted once a day (UTC). */
export const SecondFactorRefused = defineEvent('SecondFactorRefused', { ...account, date: z.iso.date() })

const dataExport = { ...account, exportId: z.uuid() }
export const ExportRequested = defineEvent('ExportRequested', { ...dataExport, requestedAt: z.iso.datetime() })
export const ExportMade = defineEvent('ExportMade', { ...dataExport, bytes: z.int().min(0), expiresAt: z.iso.datetime() })

export const DeletionRequested = defineEvent('DeletionRequested', { ...account, eraseAt: z.iso.datetime() })
export const DeletionCancelled = defineEvent('DeletionCancelled', account)
/** The person's key is destroyed, so the log no longer identifies them. */
export const AccountErased = defineEvent('AccountErased', account)

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
export const AccountMailSent = defineEvent('AccountMailSent', {
  ...account,
  kind: z.enum(accountMailKinds),
  cause: z.uuid(),
})

export const accountEvents = [
  AccountRegistered,
  RegistrationRepeated,
  RegistrationNoticeSent,
  VerificationRequested,
  VerificationEmailSent,
  EmailVerified,
  PoliciesAgreed,
  ProfileChanged,
  BackgroundTold,
  SettingsChanged,
  PasswordResetRequested,
  PasswordChanged,
  EmailChangeRequested,
  EmailChanged,
  RoleGranted,
  RoleRevoked,
  SecondFactorAdded,
  SecondFactorRemoved,
  RecoveryCodesIssued,
  RecoveryCodeUsed,
  SecondFactorRefused,
  ExportRequested,
  ExportMade,
  DeletionRequested,
  DeletionCancelled,
  AccountErased,
  AccountMailSent,
] as const
export type AccountEvent = EventOf<(typeof accountEvents)[number]>
