import { z } from 'zod'
import { mailProviders } from '../../accounts/mail-delivery.ts'
import { call } from '../call.ts'

const KILOBYTE = 1_024

/** A provider tells in a form of its own, and signs it. */
const told = {
  access: 'visitor',
  service: 'command-api',
  rawBody: true,
  isSigned: true,
  response: z.object({ received: z.literal(true) }),
  errors: ['signatureInvalid', 'routeNotFound', 'tooManyRequests', 'conflict'],
} as const

/** What became of mails, and of the address that they went to. */
export const mailDeliveryCalls = {
  'POST /api/mail-events/{provider}': call({
    ...told,
    summary:
      'A provider of mail tells, in its own form, what became of mails. After one that came back for good or was called spam, no reminders go to the address. Each event counts once; a provider that is not set up has no such address.',
    params: z.object({ provider: z.enum(mailProviders).exclude(['sendgrid']) }),
    maxBytes: 256 * KILOBYTE,
    example: { params: { provider: 'postmark' } },
  }),
  'POST /api/mail-events/sendgrid': call({
    ...told,
    summary: 'SendGrid tells what became of mails, as the other providers do: of many mails in one call.',
    maxBytes: 2 * KILOBYTE * KILOBYTE,
    example: {},
  }),
  'POST /api/user/mail-delivery/try-again': call({
    summary: "Send reminders to the caller's address again, and a mail at once that shows whether it arrives: once a day.",
    access: 'signedIn',
    service: 'command-api',
    response: z.object({ isStopped: z.literal(false) }),
    errors: ['addressTriedLately', 'conflict'],
    example: {},
  }),
} as const
