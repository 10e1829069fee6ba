import { z } from 'zod'
import { requestKindNames } from '../../legal/request-kinds.ts'
import { call } from '../call.ts'
import { existing } from '../examples.ts'
import { ContactAnswer, ContactMessage } from './forms.ts'

/** What people write to the Admin Team, and what is owed to them by when. */

const Owed = z.object({ what: z.string(), by: z.iso.datetime() })

export const ContactRequest = z.object({
  id: z.uuid(),
  kind: z.enum(requestKindNames),
  /** Null of a visitor. */
  userId: z.uuid().nullable(),
  /** Empty once the person was erased, or a visitor's request is closed; so are the next two. */
  name: z.string(),
  email: z.string(),
  message: z.string(),
  requestedAt: z.iso.datetime(),
  owed: z.array(Owed),
  /** How many of what is owed are done. */
  kept: z.int(),
  /** When the next of what is owed is due; null where nothing is. */
  dueAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** What was said of the latest answer. */
  note: z.string().nullable(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

export const contactCommandCalls = {
  'POST /api/contact': call({
    summary: 'Write to the Admin Team. A confirmation email tells the response times. Administrators get at most one email an hour.',
    access: 'visitor',
    service: 'command-api',
    body: ContactMessage,
    status: 201,
    response: z.object({
      id: z.uuid(),
      owed: z.array(Owed),
      /** Whether a mail says so: not where the address had its mails of the day already. */
      isAcknowledged: z.boolean(),
    }),
    errors: ['tooManyRequests'],
    example: {
      body: { kind: 'question', name: 'Ben Ortiz', email: 'ben@example.com', message: 'Is there a discount for classes?', website: '' },
    },
  }),
  'POST /api/admin/contact-requests/{id}/answer': call({
    summary: "Mark a promise to the sender as done. A visitor's message is deleted with the last one.",
    access: 'runBusiness',
    service: 'command-api',
    params: z.object({ id: z.uuid() }),
    body: ContactAnswer,
    response: z.object({ id: z.uuid(), isClosed: z.boolean() }),
    errors: ['contactRequestNotFound', 'contactRequestAnswered', 'conflict'],
    example: { params: { id: existing.contactRequestId }, body: { promise: 0, note: 'Answered by email.' } },
  }),
} as const

export const contactReadCalls = {
  'GET /api/admin/contact-requests': call({
    summary: 'Messages to the Admin Team. Open ones by due time, answered ones latest first.',
    access: 'runBusiness',
    service: 'read-api',
    query: z.object({ status: z.enum(['open', 'answered']).default('open') }),
    page: true,
    response: z.array(ContactRequest),
    errors: [],
    example: { query: { status: 'open' } },
  }),
} as const
