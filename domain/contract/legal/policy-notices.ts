import { z } from 'zod'
import { legalDocumentIds } from '../../legal/legal-documents.ts'
import { call } from '../call.ts'

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
