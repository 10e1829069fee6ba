import { z } from 'zod'
import { defineEvents, type EventOf, eventWith, personal } from '../core/event.ts'
import { legalDocumentIds } from '../legal/legal-documents.ts'
import { firstLanguageNames } from './background.ts'
import { dailyEmailTimePattern, userRoles } from './rules.ts'

// `account-<userId>`: the life of one account, without secrets (password hashes, tokens, second-factor keys, sessions).

const account = { userId: z.uuid() }
const sealed = <Field extends string>(...fields: Field[]) => ({ personal: { subject: 'userId' as const, fields } })
const personalText = personal(z.string())
const agreedTo = z.object({ statement: z.string(), version: z.string() }).nullable()
export type Agreement = NonNullable<z.infer<typeof agreedTo>>

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
      /** Whoever registers another person's address gets no access to the account its owner verifies. */
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
