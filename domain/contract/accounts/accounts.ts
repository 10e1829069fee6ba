import { z } from 'zod'
import { mailProviders, stopReasons } from '../../accounts/mail-delivery.ts'
import { firstLanguageNames } from '../../accounts/shown/background.ts'
import { AGREEMENT_STATEMENT, MAX_PASSWORD_LENGTH, userRoles } from '../../accounts/shown/rules.ts'
import { tierNames } from '../../billing/shown/tiers.ts'
import { errors } from '../../refusals/shown/errors.ts'
import { signedIn, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import {
  Credentials,
  currentPassword,
  EmailOnly,
  email,
  newPassword,
  PasswordChange,
  PasswordOnly,
  ProfileChange,
  Registration,
  SettingsChange,
} from './forms.ts'
import { SecondStep } from './second-factors.ts'

export const Background = z.object({ firstLanguage: z.enum(firstLanguageNames).nullable(), paramedicProgram: z.string().nullable() })

export const AccountSettings = z.object({
  showCorrectAnswers: z.boolean(),
  dailyEmailEnabled: z.boolean(),
  dailyEmailTime: z.string(),
  examDate: z.iso.date().nullable(),
  calmMode: z.boolean(),
  showOnLeaderboard: z.boolean(),
  timeZone: z.string(),
  /** The day of the former zone continues until its midnight. */
  formerTimeZone: z.string().nullable(),
  timeZoneChangedAt: z.iso.datetime().nullable(),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const profileCalls = {
  'PATCH /api/user/profile': signedIn.command({
    summary: "Change the caller's names and, if given, phone number, first language, and program. Null removes a value.",
    body: ProfileChange,
    response: z.object({ firstName: z.string(), lastName: z.string(), phone: z.string().nullable(), ...Background.shape }),
    errors: ['conflict'],
    example: {
      body: {
        firstName: 'Ana',
        lastName: 'Silva',
        phone: '+1 303 555 0100',
        firstLanguage: 'portuguese',
        paramedicProgram: 'Front Range Community College',
      },
    },
  }),
  'PATCH /api/user/settings': signedIn.command({
    summary: 'Change the given settings of the caller. The time zone can change once a day.',
    body: SettingsChange,
    response: AccountSettings,
    errors: ['timeZoneChangedLately', 'examDateOutOfRange', 'conflict'],
    example: {
      body: {
        showCorrectAnswers: false,
        dailyEmailEnabled: true,
        dailyEmailTime: '13:00',
        timeZone: 'America/Denver',
        examDate: existing.examDate,
        calmMode: true,
        showOnLeaderboard: true,
      },
    },
  }),
} as const

const linkWithoutToken = errors.verificationLinkInvalid.message

export const done = z.object({ success: z.boolean(), message: z.string() })
export const mailAsked = done.extend({
  /** The same for known and unknown addresses, so that it does not tell which are registered. */
  askAgainAt: z.iso.datetime(),
})
export const linkFollowed = done.extend({
  /** This browser did not request the link, so the password is needed too. */
  passwordRequired: z.boolean(),
})
const linkToken = z.string(linkWithoutToken).min(1, linkWithoutToken).max(200)

export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  ...Background.shape,
  role: z.enum(userRoles),
  subscriptionTier: z.enum(tierNames),
  emailVerified: z.boolean(),
  ...AccountSettings.shape,
  eraseAt: z.iso.datetime().nullable(),
  mailStopped: z.object({ reason: z.enum(stopReasons), since: z.iso.datetime() }).nullable(),
  secondFactor: z.enum(['none', 'enrolled']),
  /** Calls that need a right are refused until this session begins with a second factor. */
  secondFactorRequired: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

export const accountCalls = {
  'POST /api/auth/register': visitor.command({
    summary: 'Create an account and send the verification email. The response does not reveal whether the address is taken.',
    body: Registration,
    status: 201,
    response: mailAsked,
    errors: ['passwordTooCommon', 'tooManyRequests', 'busy'],
    example: {
      body: {
        email: 'ben@example.com',
        password: existing.password,
        firstName: 'Ben',
        lastName: 'Ortiz',
        timeZone: 'America/Denver',
        agreedTo: { statement: AGREEMENT_STATEMENT },
      },
    },
  }),
  'POST /api/auth/login': visitor.command({
    summary:
      'Sign in: sets the session cookie and answers a bearer token for the same session. An account with a second factor is asked for it first.',
    body: Credentials,
    response: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), token: z.string() }),
      z.object({ ok: z.literal(false), secondFactor: SecondStep }),
    ]),
    errors: ['credentialsInvalid', 'emailNotVerified', 'tooManyRequests', 'busy'],
    example: { body: { email: existing.email, password: existing.password } },
  }),
  'POST /api/auth/logout': visitor.command({
    summary: 'End the session and its bearer token. Signing out twice is no error.',
    response: z.object({ ok: z.literal(true) }),
  }),
  'POST /api/auth/resend-verification': visitor.command({
    summary:
      'Send the verification email again, at most once a minute and five times a day. The response does not reveal whether the address is known.',
    /** With the password, the link belongs to the registration that sent it; without, to the latest. */
    body: z.object({ email, password: z.string().max(MAX_PASSWORD_LENGTH).optional() }),
    response: mailAsked,
    errors: ['tooManyRequests'],
    example: { body: { email: existing.email, password: existing.password } },
  }),
  'GET /api/auth/verify-email': visitor.command({
    summary:
      'Verify a registration with the emailed link, once, within 24 hours. Another browser than the one that registered must send the password.',
    query: z.object({ token: linkToken }),
    response: linkFollowed,
    errors: ['verificationLinkInvalid', 'verificationLinkExpired', 'verificationLinkUsed', 'tooManyRequests'],
    example: { query: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u' } },
  }),
  'POST /api/auth/verify-email': visitor.command({
    summary: 'Verify a registration with the emailed link and the password, in any browser.',
    body: z.object({ token: linkToken, password: currentPassword }),
    response: linkFollowed,
    errors: ['verificationLinkInvalid', 'verificationLinkExpired', 'verificationLinkUsed', 'passwordWrong', 'tooManyRequests'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: existing.password } },
  }),
  'GET /api/auth/user': signedIn.read({
    summary: 'Who is signed in.',
    response: User,
  }),
} as const

const linkWords = errors.mailLinkInvalid.message
const mailLinkToken = z.string(linkWords).min(1, linkWords).max(200)

export const recoveryCalls = {
  'POST /api/auth/forgot-password': visitor.command({
    summary:
      'Request a link to reset a password, at most once a minute and five times a day. The response does not reveal whether the address is known.',
    body: EmailOnly,
    response: mailAsked,
    errors: ['tooManyRequests'],
    example: { body: { email: existing.email } },
  }),
  'POST /api/auth/reset-password': visitor.command({
    summary: 'Reset the password with an emailed link, once, within an hour. Ends all sessions.',
    body: z.object({ token: mailLinkToken, password: newPassword }),
    response: done,
    errors: ['mailLinkInvalid', 'passwordTooCommon', 'tooManyRequests', 'busy'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: 'a better horse' } },
  }),
  'POST /api/auth/confirm-email': visitor.command({
    summary: 'Confirm a new email address with the emailed link, once, within 24 hours, signed in or with the password.',
    body: z.object({ token: mailLinkToken, password: z.optional(currentPassword) }),
    response: linkFollowed,
    errors: ['mailLinkInvalid', 'passwordWrong', 'tooManyRequests', 'busy'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: existing.password } },
  }),
  'POST /api/user/password': signedIn.command({
    summary: 'Change the password. Ends all other sessions. This session gets a new cookie and token.',
    body: PasswordChange,
    response: done.extend({ token: z.string() }),
    errors: ['passwordWrong', 'passwordTooCommon', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { currentPassword: existing.password, newPassword: 'a better horse' } },
  }),
  'POST /api/user/email': signedIn.command({
    summary:
      'Request a change of email address. It takes effect when the emailed link is opened. The response does not reveal whether the address is taken.',
    body: Credentials,
    response: mailAsked,
    errors: ['passwordWrong', 'emailUnchanged', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { email: 'ana.silva@example.com', password: existing.password } },
  }),
} as const

export const SignedInDevice = z.object({
  id: z.string(),
  device: z.string(),
  /** The network it was last used from, such as `203.0.113.0/24`: deliberately no closer. */
  network: z.string(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

const ended = z.object({ ended: z.int() })

export const sessionCalls = {
  'GET /api/user/sessions': signedIn.read({
    summary: "The caller's sessions: the current one first, then by last use, at most 100.",
    response: z.array(SignedInDevice),
  }),
  'DELETE /api/user/sessions/{id}': signedIn.command({
    summary: "End one of the caller's sessions and its bearer token, at once.",
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: ended,
    example: { params: { id: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' } },
  }),
  'DELETE /api/user/sessions': signedIn.command({
    summary: "End all of the caller's other sessions.",
    response: ended,
  }),
} as const

export const DataExport = z.object({
  id: z.uuid(),
  requestedAt: z.iso.datetime(),
  situation: z.enum(['beingMade', 'ready', 'expired']),
  expiresAt: z.iso.datetime().nullable(),
  bytes: z.int().nullable(),
})
export type DataExport = z.infer<typeof DataExport>

const deletion = z.object({
  eraseAt: z.iso.datetime().nullable(),
})

export const personalDataCalls = {
  'POST /api/user/exports': signedIn.command({
    summary: "Request an export of the caller's data, once a day. An email says when it is ready.",
    status: 202,
    response: DataExport,
    errors: ['exportUnderWay', 'exportTooSoon', 'conflict'],
  }),
  'GET /api/user/exports': signedIn.read({
    summary: "The caller's exports, latest first.",
    response: z.array(DataExport),
  }),
  'GET /api/user/exports/{id}': signedIn.command({
    summary: "Download one of the caller's exports, within a day: facts as JSON and the read models as CSV in a ZIP.",
    // It is sealed with the person's key, which the read API does not have.
    params: z.object({ id: z.uuid() }),
    file: 'application/zip',
    responseHeaders: ['content-disposition'],
    errors: ['exportNotFound'],
    example: { params: { id: existing.exportId } },
  }),
  'POST /api/user/deletion': signedIn.command({
    summary: 'Schedule the deletion of the account in seven days. Asking again keeps the first date.',
    body: PasswordOnly,
    response: deletion,
    errors: ['passwordWrong', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { password: existing.password } },
  }),
  'DELETE /api/user/deletion': signedIn.command({
    summary: 'Cancel the deletion of the account.',
    response: deletion,
    errors: ['conflict'],
  }),
} as const

const KILOBYTE = 1_024

const told = {
  rawBody: true,
  isSigned: true,
  response: z.object({ received: z.literal(true) }),
  errors: ['signatureInvalid', 'routeNotFound', 'tooManyRequests', 'conflict'],
} as const

export const mailDeliveryCalls = {
  'POST /api/mail-events/{provider}': visitor.command({
    ...told,
    summary:
      "Webhook for delivery events of an email provider, in the provider's format. After a permanent bounce or a spam complaint, the address gets no reminders. Each event counts once. Providers that are not set up have no webhook.",
    params: z.object({ provider: z.enum(mailProviders).exclude(['sendgrid']) }),
    maxBytes: 256 * KILOBYTE,
    example: { params: { provider: 'postmark' } },
  }),
  'POST /api/mail-events/sendgrid': visitor.command({
    ...told,
    summary: "Webhook for SendGrid's delivery events, many per call.",
    maxBytes: 2 * KILOBYTE * KILOBYTE,
  }),
  'POST /api/user/mail-delivery/try-again': signedIn.command({
    summary: "Turn reminders to the caller's address back on and send a test email, once a day.",
    response: z.object({ isStopped: z.literal(false) }),
    errors: ['addressTriedLately', 'conflict'],
  }),
} as const
