import { z } from 'zod'
import { errors } from '../../refusals/errors.ts'
import { signedIn, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { done, linkFollowed, mailAsked } from './accounts.ts'
import { Credentials, currentPassword, EmailOnly, newPassword, PasswordChange } from './forms.ts'

const linkWords = errors.mailLinkInvalid.message
const linkToken = z.string(linkWords).min(1, linkWords).max(200)

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
    body: z.object({ token: linkToken, password: newPassword }),
    response: done,
    errors: ['mailLinkInvalid', 'passwordTooCommon', 'tooManyRequests', 'busy'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: 'a better horse' } },
  }),
  'POST /api/auth/confirm-email': visitor.command({
    summary: 'Confirm a new email address with the emailed link, once, within 24 hours, signed in or with the password.',
    body: z.object({ token: linkToken, password: z.optional(currentPassword) }),
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
