import { z } from 'zod'
import { stopReasons } from '../../accounts/mail-delivery.ts'
import {
  AGREEMENT_STATEMENT,
  accountWords,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  userRoles,
} from '../../accounts/rules.ts'
import { tierNames } from '../../billing/tiers.ts'
import { call } from '../call.ts'
import { errors } from '../errors.ts'
import { existing } from '../examples.ts'
import { personName } from './person-name.ts'
import { AccountSettings, Background, timeZone } from './profile.ts'
import { SecondStep } from './second-factors.ts'

export const email = z
  .string(accountWords.invalidEmail)
  .trim()
  .max(MAX_EMAIL_LENGTH, accountWords.invalidEmail)
  .pipe(z.email(accountWords.invalidEmail))
export const newPassword = z
  .string(accountWords.passwordTooShort)
  .min(MIN_PASSWORD_LENGTH, accountWords.passwordTooShort)
  .max(MAX_PASSWORD_LENGTH)

/** A password that was chosen before, under whichever rules. */
export const currentPassword = z.string(accountWords.passwordTooShort).min(1, accountWords.passwordTooShort).max(MAX_PASSWORD_LENGTH)

/** spec.md has these words for a link without a token. */
const linkWithoutToken = errors.verificationLinkInvalid.message

export const done = z.object({ success: z.boolean(), message: z.string() })
/** A mail was asked for. */
export const mailAsked = done.extend({
  /** When another one may be asked for: the same for addresses that are known and that are not. */
  askAgainAt: z.iso.datetime(),
})
/** A link was followed: it has taken effect, or waits for the password. */
export const linkFollowed = done.extend({
  /** This browser is not the one that asked for the link: the password has to go along. */
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
  /** When the account will be erased, because its owner wants that; null while nobody does. */
  eraseAt: z.iso.datetime().nullable(),
  /** Why no reminders go to the address, and since when; null where they do. */
  mailStopped: z.object({ reason: z.enum(stopReasons), since: z.iso.datetime() }).nullable(),
  /** Whether a sign-in asks for more than the password. */
  secondFactor: z.enum(['none', 'enrolled']),
  /** Calls that need a right are refused until this session was begun with a second factor. */
  secondFactorRequired: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

export const accountCalls = {
  'POST /api/auth/register': call({
    summary: 'Create an account and send the verification mail. The answer does not tell whether the address is taken.',
    access: 'visitor',
    service: 'command-api',
    body: z.object({
      email,
      password: newPassword,
      firstName: personName(accountWords.firstNameRequired),
      lastName: personName(accountWords.lastNameRequired),
      /** From the browser. */
      timeZone: timeZone.default('UTC'),
      /** What was ticked, word by word. A call without it still registers. */
      agreedTo: z
        .object({ statement: z.literal(AGREEMENT_STATEMENT) })
        .nullable()
        .default(null),
    }),
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
  'POST /api/auth/login': call({
    summary:
      'Sign in: sets the session cookie and answers a bearer token for the same session. An account with a second factor is asked for it first.',
    access: 'visitor',
    service: 'command-api',
    body: z.object({
      email,
      password: currentPassword,
    }),
    response: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), token: z.string() }),
      z.object({ ok: z.literal(false), secondFactor: SecondStep }),
    ]),
    errors: ['credentialsInvalid', 'emailNotVerified', 'tooManyRequests', 'busy'],
    example: { body: { email: existing.email, password: existing.password } },
  }),
  'POST /api/auth/logout': call({
    summary: 'End the session and its bearer token. Signing out twice is no error.',
    access: 'visitor',
    service: 'command-api',
    response: z.object({ ok: z.literal(true) }),
    errors: [],
    example: {},
  }),
  'POST /api/auth/resend-verification': call({
    summary:
      'Send the verification mail again: one a minute and five a day, whoever asks. The answer does not tell whether the address is known.',
    access: 'visitor',
    service: 'command-api',
    /** With the password, the link stands for the registration that brought it; without, for the latest. */
    body: z.object({ email, password: z.string().max(MAX_PASSWORD_LENGTH).optional() }),
    response: mailAsked,
    errors: ['tooManyRequests'],
    example: { body: { email: existing.email, password: existing.password } },
  }),
  'GET /api/auth/verify-email': call({
    summary:
      'Verify the registration that this link was mailed for, once, within 24 hours. In a browser that did not register it, the password has to go along.',
    access: 'visitor',
    service: 'command-api',
    query: z.object({ token: linkToken }),
    response: linkFollowed,
    errors: ['verificationLinkInvalid', 'verificationLinkExpired', 'verificationLinkUsed', 'tooManyRequests'],
    example: { query: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u' } },
  }),
  'POST /api/auth/verify-email': call({
    summary: 'Verify the registration that this link was mailed for with its password, in any browser.',
    access: 'visitor',
    service: 'command-api',
    body: z.object({ token: linkToken, password: currentPassword }),
    response: linkFollowed,
    errors: ['verificationLinkInvalid', 'verificationLinkExpired', 'verificationLinkUsed', 'passwordWrong', 'tooManyRequests'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: existing.password } },
  }),
  'GET /api/auth/user': call({
    summary: 'Who is signed in.',
    access: 'signedIn',
    service: 'read-api',
    response: User,
    errors: [],
    example: {},
  }),
} as const
