import { z } from 'zod'
import { mailProviders } from '../../accounts/mail-delivery.ts'
import { signedIn, visitor } from '../call/call.ts'

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
