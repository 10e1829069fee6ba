import { z } from 'zod'
import { defineEvent, type EventOf, personal } from '../event.ts'
import { legalDocumentIds } from '../legal/legal-documents.ts'
import { firstLanguageNames } from './background.ts'
import { dailyEmailTimePattern, userRoles } from './rules.ts'

/**
 * `account-<userId>`: the life of one account. Password hashes, tokens, keys of second factors and sessions are
 * secrets, not facts: they are never in here.
 */

const account = { userId: z.uuid() }
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })
const personalText = personal(z.string())

/** The statement that was ticked, word by word, and the version of the terms that it was about. Null where none was. */
const agreedTo = z.object({ statement: z.string(), version: z.string() }).nullable()
export type Agreement = NonNullable<z.infer<typeof agreedTo>>

/** The profile given at registration. */
const profile = { firstName: personalText, lastName: personalText, timeZone: z.string() }

export const AccountRegistered = defineEvent(
  'AccountRegistered',
  { ...account, email: personalText, ...profile, agreedTo },
  { ...sealed('email', 'firstName', 'lastName'), upcasters: [(first) => ({ ...first, agreedTo: null })] },
)

/**
 * An address that already has an account was registered again. Its owner is told by email, at most once a day; the
 * registrant is not.
 */
export const RegistrationRepeated = defineEvent('RegistrationRepeated', { ...account, date: z.iso.date() })
/** The mail that tells the owner of the registration repeated on this date has gone out. */
export const RegistrationNoticeSent = defineEvent('RegistrationNoticeSent', { ...account, date: z.iso.date() })

const verification = { ...account, verificationId: z.uuid() }
/** In the first version, a registration's profile was that of `AccountRegistered`, whichever link was followed. */
const profileOfTheAccount = { firstName: null, lastName: null, timeZone: null, agreedTo: null }
/** Its mail went out as soon as it could. */
const mailAtOnce = { mailAt: '1970-01-01T00:00:00.000Z' }
/** The registration that a link stands for. Its time zone is null where it is the account's own. */
const registration = { ...profile, timeZone: z.string().nullable(), agreedTo }

export const VerificationRequested = defineEvent(
  'VerificationRequested',
  {
    ...verification,
    /**
     * The password that becomes the account's when this link is followed, with the profile. A person who registers
     * another person's address neither gets into the account that its owner verifies, nor leaves anything in it.
     */
    credentialId: z.uuid(),
    ...registration,
    expiresAt: z.iso.datetime(),
    /** When its mail may go out; null where the address had its mails of the day already. */
    mailAt: z.iso.datetime().nullable(),
  },
  { ...sealed('firstName', 'lastName'), upcasters: [(first) => ({ ...first, ...profileOfTheAccount, ...mailAtOnce })] },
)
export const VerificationEmailSent = defineEvent('VerificationEmailSent', verification)
/**
 * Verified by a link, with the profile of the registration that it was mailed for. Administrators of the first days
 * were verified by nothing but the setup (`null`).
 */
export const EmailVerified = defineEvent(
  'EmailVerified',
  { ...account, verificationId: z.uuid().nullable(), ...registration },
  { ...sealed('firstName', 'lastName'), upcasters: [(first) => ({ ...first, ...profileOfTheAccount })] },
)

/**
 * Which versions of which documents a registration has agreed to: it is the account's where a link of this registration
 * is followed.
 */
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
/** What they tell of where they come from, all that holds from now on. Null where it is not told. */
export const BackgroundTold = defineEvent(
  'BackgroundTold',
  { ...account, firstLanguage: z.enum(firstLanguageNames).nullable(), paramedicProgram: personalText },
  sealed('firstLanguage', 'paramedicProgram'),
)
/** All that holds from now on. */
export const SettingsChanged = defineEvent(
  'SettingsChanged',
  {
    ...account,
    showCorrectAnswers: z.boolean(),
    dailyEmailEnabled: z.boolean(),
    /** Of the account's own day. */
    dailyEmailTime: z.string().regex(dailyEmailTimePattern),
    examDate: z.iso.date().nullable(),
    timeZone: z.string(),
    /** Null while it is the registration's. */
    timeZoneChangedAt: z.iso.datetime().nullable(),
    calmMode: z.boolean(),
    showOnLeaderboard: z.boolean(),
  },
  { ...sealed('examDate'), upcasters: [(first) => ({ ...first, calmMode: false, showOnLeaderboard: true })] },
)

export const PasswordResetRequested = defineEvent('PasswordResetRequested', { ...account, resetId: z.uuid(), expiresAt: z.iso.datetime() })
/** A new password: chosen with the one before, or by the link of a mail. */
export const PasswordChanged = defineEvent('PasswordChanged', {
  ...account,
  credentialId: z.uuid(),
  /** The link that it was chosen by; null where the password before was given. */
  resetId: z.uuid().nullable(),
})

const emailChange = { ...account, changeId: z.uuid(), email: personalText }
export const EmailChangeRequested = defineEvent('EmailChangeRequested', { ...emailChange, expiresAt: z.iso.datetime() }, sealed('email'))
/** The new address was verified and is the account's. */
export const EmailChanged = defineEvent(
  'EmailChanged',
  {
    ...emailChange,
    formerEmail: personalText,
    /** Under which the new address is claimed, and the one before was. */
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
/** The account is a student's again. */
export const RoleRevoked = defineEvent('RoleRevoked', roleChange, sealed('reason'))

const secondFactor = { ...account, factorId: z.uuid() }
export const SecondFactorAdded = defineEvent(
  'SecondFactorAdded',
  { ...secondFactor, kind: z.enum(['passkey', 'totp']), /** As its owner calls it. */ name: personalText },
  sealed('name'),
)
export const SecondFactorRemoved = defineEvent('SecondFactorRemoved', secondFactor)
/** New codes for a lost second factor. Earlier codes stop working. */
export const RecoveryCodesIssued = defineEvent('RecoveryCodesIssued', { ...account, count: z.int().min(1) })
export const RecoveryCodeUsed = defineEvent('RecoveryCodeUsed', { ...account, left: z.int().min(0) })
/** Repeated sign-ins had the right password and failed at the second factor. Noted once a day (UTC). */
export const SecondFactorRefused = defineEvent('SecondFactorRefused', { ...account, date: z.iso.date() })

const dataExport = { ...account, exportId: z.uuid() }
export const ExportRequested = defineEvent('ExportRequested', { ...dataExport, requestedAt: z.iso.datetime() })
export const ExportMade = defineEvent('ExportMade', { ...dataExport, bytes: z.int().min(0), expiresAt: z.iso.datetime() })

/** Can be withdrawn until the date. */
export const DeletionRequested = defineEvent('DeletionRequested', { ...account, eraseAt: z.iso.datetime() })
export const DeletionCancelled = defineEvent('DeletionCancelled', account)
/** The person's key is destroyed: nothing in the log tells any more who they were. */
export const AccountErased = defineEvent('AccountErased', account)

export const accountMailKinds = [
  'passwordReset',
  'passwordChanged',
  'emailChangeLink',
  'emailChangeNotice',
  'emailChanged',
  /** Another account wants to change to the address of this account. */
  'addressWanted',
  /** They want an address tried again to which nothing went any more. */
  'addressTried',
  'roleChanged',
  'secondFactorChanged',
  'exportMade',
  'deletionRequested',
  /** To those who review questions. */
  'withdrawalsStopped',
  /** How the real exam went. */
  'examOutcome',
  /** To a student, about their tutoring, */
  'tutoring',
  /** and to a tutor. */
  'tutor',
  'receipt',
  'paymentFailed',
  'planEnded',
  'cancellation',
  'refund',
  'priceChange',
  /** To administrators: a refund did not arrive, or a payment is disputed. */
  'paymentProblem',
  /** To administrators: what was written to them within an hour. */
  'contactRequest',
  'accountErased',
] as const
export type AccountMailKind = (typeof accountMailKinds)[number]
/** A mail about something that happened to the account has gone out. */
export const AccountMailSent = defineEvent('AccountMailSent', {
  ...account,
  kind: z.enum(accountMailKinds),
  /** The event that it tells of. */
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
