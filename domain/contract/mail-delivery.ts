import { z } from 'zod'
import { mailProviders } from '../accounts/mail-delivery.ts'
import { call } from './call.ts'

/** What became of mails, and of the address that they went to. */
export const mailDeliveryCalls = {
  'POST /api/mail-events/{provider}': call({
    summary:
      'A provider of mail tells, in its own form, what became of mails. After one that came back for good or was called spam, no reminders go to the address. Each event counts once; a provider that is not set up has no such address.',
    access: 'visitor',
    service: 'command-api',
    params: z.object({ provider: z.enum(mailProviders) }),
    rawBody: true,
    isSigned: true,
    // SendGrid gathers many events in one call.
    maxBytes: 2 * 1024 * 1024,
    response: z.object({ received: z.literal(true) }),
    errors: ['signatureInvalid', 'routeNotFound', 'conflict'],
    example: { params: { provider: 'postmark' } },
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
