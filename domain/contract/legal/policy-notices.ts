import { z } from 'zod'
import { legalDocumentIds } from '../../legal/legal-documents.ts'
import { call } from '../call.ts'

/** What someone has agreed to, and what changes. */

const policy = { document: z.enum(legalDocumentIds), version: z.int().min(1).max(10_000) }

export const Agreement = z.object({
  /** What was ticked, word by word. */
  statement: z.string(),
  agreedAt: z.iso.datetime(),
  /** Empty where only the day of the terms was kept. */
  policies: z.array(z.object({ ...policy, title: z.string() })),
  /** As it was kept: the day from which the terms held. */
  termsOf: z.string(),
})
export type Agreement = z.infer<typeof Agreement>

export const AnnouncedPolicy = z.object({ ...policy, title: z.string(), changes: z.string(), effectiveDate: z.iso.date() })
export type AnnouncedPolicy = z.infer<typeof AnnouncedPolicy>

export const policyNoticeReadCalls = {
  'GET /api/user/agreement': call({
    summary: 'What the caller agreed to at registration. Null if nothing was asked.',
    access: 'signedIn',
    service: 'read-api',
    response: z.object({ agreement: Agreement.nullable() }),
    errors: [],
    example: {},
  }),
  'GET /api/user/policy-notices': call({
    summary: 'Upcoming policy changes that the caller has not dismissed.',
    access: 'signedIn',
    service: 'read-api',
    response: z.array(AnnouncedPolicy),
    errors: [],
    example: {},
  }),
} as const

export const policyNoticeCommandCalls = {
  'POST /api/user/policy-notices/seen': call({
    summary: 'Dismiss the notice of this version of a policy.',
    access: 'signedIn',
    service: 'command-api',
    body: z.object(policy),
    response: z.object(policy),
    errors: ['policyNotFound', 'conflict'],
    example: { body: { document: 'terms', version: 1 } },
  }),
} as const
