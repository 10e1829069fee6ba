import { z } from 'zod'
import { legalDocumentIds } from '../../legal/legal-documents.ts'
import { signedIn } from '../call/call.ts'

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
