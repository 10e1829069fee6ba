import { z } from 'zod'
import { requestKindNames } from '../../legal/request-kinds.ts'
import { runBusiness, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { ContactAnswer, ContactMessage } from './forms.ts'

const Owed = z.object({ what: z.string(), by: z.iso.datetime() })

export const ContactRequest = z.object({
  id: z.uuid(),
  kind: z.enum(requestKindNames),
  userId: z.uuid().nullable(),
  /** Empty after erasure, or once a visitor's request is closed; so are email and message. */
  name: z.string(),
  email: z.string(),
  message: z.string(),
  requestedAt: z.iso.datetime(),
  owed: z.array(Owed),
  kept: z.int(),
  dueAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

export const contactCalls = {
  'POST /api/contact': visitor.command({
    summary: 'Write to the Admin Team. A confirmation email tells the response times. Administrators get at most one email an hour.',
    body: ContactMessage,
    status: 201,
    response: z.object({
      id: z.uuid(),
      owed: z.array(Owed),
      /** False if the address already had its emails of the day. */
      isAcknowledged: z.boolean(),
    }),
    errors: ['tooManyRequests'],
    example: {
      body: { kind: 'question', name: 'Ben Ortiz', email: 'ben@example.com', message: 'Is there a discount for classes?', website: '' },
    },
  }),
  'POST /api/admin/contact-requests/{id}/answer': runBusiness.command({
    summary: "Mark a promise to the sender as done. A visitor's message is deleted with the last one.",
    params: z.object({ id: z.uuid() }),
    body: ContactAnswer,
    response: z.object({ id: z.uuid(), isClosed: z.boolean() }),
    errors: ['contactRequestNotFound', 'contactRequestAnswered', 'conflict'],
    example: { params: { id: existing.contactRequestId }, body: { promise: 0, note: 'Answered by email.' } },
  }),
  'GET /api/admin/contact-requests': runBusiness.read({
    summary: 'Messages to the Admin Team. Open ones by due time, answered ones latest first.',
    query: z.object({ status: z.enum(['open', 'answered']).default('open') }),
    page: true,
    response: z.array(ContactRequest),
    example: { query: { status: 'open' } },
  }),
} as const
