import { z } from 'zod'
import { call } from '../call.ts'
import { errors } from '../errors.ts'
import { existing } from '../examples.ts'
import { currentPassword, done, email, linkFollowed, mailAsked, newPassword } from './accounts.ts'

const linkWords = errors.mailLinkInvalid.message
const linkToken = z.string(linkWords).min(1, linkWords).max(200)

/** How people get back into their accounts, and change what they get in with. */
export const recoveryCalls = {
  'POST /api/auth/forgot-password': call({
    summary:
      'Ask for a link to choose a new password: one a minute and five a day, whoever asks. The answer does not tell whether the address is known.',
    access: 'visitor',
    service: 'command-api',
    body: z.object({ email }),
    response: mailAsked,
    errors: ['tooManyRequests'],
    example: { body: { email: existing.email } },
  }),
  'POST /api/auth/reset-password': call({
    summary: 'Choose a new password by the link of a mail, once, within an hour. Ends every session, and begins none.',
    access: 'visitor',
    service: 'command-api',
    body: z.object({ token: linkToken, password: newPassword }),
    response: done,
    errors: ['mailLinkInvalid', 'passwordTooCommon', 'tooManyRequests', 'busy'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: 'a better horse' } },
  }),
  'POST /api/auth/confirm-email': call({
    summary:
      'Make a new address that of the account by the link that was mailed there, once, within 24 hours: signed in to the account, or with its password.',
    access: 'visitor',
    service: 'command-api',
    body: z.object({ token: linkToken, password: currentPassword.optional() }),
    response: linkFollowed,
    errors: ['mailLinkInvalid', 'passwordWrong', 'tooManyRequests', 'busy'],
    example: { body: { token: 'pGm0xT4nVwq7cA2rXk9LZs1u', password: existing.password } },
  }),
  'POST /api/user/password': call({
    summary: 'Change the password. Ends all other sessions; this one goes on under a new cookie and a new token.',
    access: 'signedIn',
    service: 'command-api',
    body: z.object({ currentPassword, newPassword }),
    response: done.extend({ token: z.string() }),
    errors: ['passwordWrong', 'passwordTooCommon', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { currentPassword: existing.password, newPassword: 'a better horse' } },
  }),
  'POST /api/user/email': call({
    summary:
      "Ask for another email address: it becomes the account's once the link that is mailed there was followed. The answer does not tell whether somebody has it.",
    access: 'signedIn',
    service: 'command-api',
    body: z.object({ email, password: currentPassword }),
    response: mailAsked,
    errors: ['passwordWrong', 'emailUnchanged', 'tooManyRequests', 'busy', 'conflict'],
    example: { body: { email: 'ana.silva@example.com', password: existing.password } },
  }),
} as const
