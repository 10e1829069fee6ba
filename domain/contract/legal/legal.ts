import { z } from 'zod'
import { legalDocumentIds } from '../../legal/shown/legal-documents.ts'
import { ChangedSection, LegalText } from '../../legal/shown/legal-text.ts'
import { requestKindNames } from '../../legal/shown/request-kinds.ts'
import { runBusiness, signedIn, visitor } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { ContactAnswer, ContactMessage } from './forms.ts'

export const policyStandings = ['current', 'announced', 'former'] as const
export type PolicyStanding = (typeof policyStandings)[number]

const { title, version, lastUpdated, effectiveDate, description, changes } = LegalText.shape
const id = z.enum(legalDocumentIds)

const LegalDocument = z.object({ id, icon: z.string(), title, description, version, lastUpdated, effectiveDate })
export type LegalDocument = z.infer<typeof LegalDocument>

const ShownPolicy = LegalText.extend({
  standing: z.enum(policyStandings),
  announced: z.object({ version, effectiveDate }).nullable(),
})
export type ShownPolicy = z.infer<typeof ShownPolicy>

const PolicyVersion = z.object({ id, title, version, standing: z.enum(policyStandings), lastUpdated, effectiveDate, changes })
export type PolicyVersion = z.infer<typeof PolicyVersion>

const ofVersion = {
  params: z.object({ id }),
  /** The current one if left out. */
  query: z.object({ version: z.coerce.number().int().min(1).max(10_000).optional() }),
  errors: ['policyNotFound'],
  example: { params: { id: 'terms' }, query: { version: 1 } },
} as const

export const legalCalls = {
  'GET /api/legal/documents': visitor.read({
    summary: 'The documents of the Legal Center, in the versions in force today (UTC).',
    response: z.array(LegalDocument),
  }),
  'GET /api/legal/documents/{id}': visitor.read({
    summary: 'The text of a document, in the version in force today or another one.',
    ...ofVersion,
    response: ShownPolicy,
  }),
  'GET /api/legal/documents/{id}/pdf': visitor.read({
    summary: 'A document as a tagged PDF. The same version has the same bytes.',
    ...ofVersion,
    file: 'application/pdf',
    responseHeaders: ['etag'],
  }),
  'GET /api/legal/documents/{id}/changes': visitor.read({
    summary: 'The word-by-word changes from the previous version. Empty for the first.',
    ...ofVersion,
    response: z.array(ChangedSection),
  }),
  'GET /api/legal/history': visitor.read({
    summary: 'Every published version of every document, newest first.',
    response: z.array(PolicyVersion),
  }),
  'GET /api/legal/all.zip': visitor.read({
    summary: 'All documents in force today as PDFs in a ZIP. The same versions have the same bytes.',
    file: 'application/zip',
    responseHeaders: ['etag'],
  }),
} as const

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

const policy = { document: z.enum(legalDocumentIds), version: z.int().min(1).max(10_000) }

export const Agreement = z.object({
  statement: z.string(),
  agreedAt: z.iso.datetime(),
  /** Empty if only the date of the terms was recorded. */
  policies: z.array(z.object({ ...policy, title: z.string() })),
  termsOf: z.string(),
})
export type Agreement = z.infer<typeof Agreement>

export const AnnouncedPolicy = z.object({ ...policy, title: z.string(), changes: z.string(), effectiveDate: z.iso.date() })
export type AnnouncedPolicy = z.infer<typeof AnnouncedPolicy>

export const policyNoticeCalls = {
  'GET /api/user/agreement': signedIn.read({
    summary: 'What the caller agreed to at registration. Null if nothing was asked.',
    response: z.object({ agreement: Agreement.nullable() }),
  }),
  'GET /api/user/policy-notices': signedIn.read({
    summary: 'Upcoming policy changes that the caller has not dismissed.',
    response: z.array(AnnouncedPolicy),
  }),
  'POST /api/user/policy-notices/seen': signedIn.command({
    summary: 'Dismiss the notice of this version of a policy.',
    body: z.object(policy),
    response: z.object(policy),
    errors: ['policyNotFound', 'conflict'],
    example: { body: { document: 'terms', version: 1 } },
  }),
} as const
