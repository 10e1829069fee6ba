import { z } from 'zod'
import { stopReasons } from '../../accounts/mail-delivery.ts'
import { AGREEMENT_STATEMENT, MAX_PASSWORD_LENGTH, userRoles } from '../../accounts/rules.ts'
import { tierNames } from '../../billing/tiers.ts'
import { errors } from '../../refusals/errors.ts'
import { signedIn, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { Credentials, currentPassword, email, Registration } from './forms.ts'
import { AccountSettings, Background } from './profile.ts'
import { SecondStep } from './second-factors.ts'

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
