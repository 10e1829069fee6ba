import { z } from 'zod'
import { legalDocumentIds } from '../../legal/legal-documents.ts'
import { ChangedSection, LegalText } from '../../legal/legal-text.ts'
import { read } from '../call/call.ts'

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

const ofDocument = z.object({ id })
/** The current one if left out. */
const ofVersion = z.object({ version: z.coerce.number().int().min(1).max(10_000).optional() })

export const legalCalls = {
  'GET /api/legal/documents': read({
    summary: 'The documents of the Legal Center, in the versions in force today (UTC).',
    access: 'visitor',
    response: z.array(LegalDocument),
  }),
  'GET /api/legal/documents/{id}': read({
    summary: 'The text of a document, in the version in force today or another one.',
    access: 'visitor',
    params: ofDocument,
    query: ofVersion,
    response: ShownPolicy,
    errors: ['policyNotFound'],
    example: { params: { id: 'terms' }, query: { version: 1 } },
  }),
  'GET /api/legal/documents/{id}/pdf': read({
    summary: 'A document as a tagged PDF. The same version has the same bytes.',
    access: 'visitor',
    params: ofDocument,
    query: ofVersion,
    file: 'application/pdf',
    responseHeaders: ['etag'],
    errors: ['policyNotFound'],
    example: { params: { id: 'terms' }, query: { version: 1 } },
  }),
  'GET /api/legal/documents/{id}/changes': read({
    summary: 'The word-by-word changes from the previous version. Empty for the first.',
    access: 'visitor',
    params: ofDocument,
    query: ofVersion,
    response: z.array(ChangedSection),
    errors: ['policyNotFound'],
    example: { params: { id: 'terms' }, query: { version: 1 } },
  }),
  'GET /api/legal/history': read({
    summary: 'Every published version of every document, newest first.',
    access: 'visitor',
    response: z.array(PolicyVersion),
  }),
  'GET /api/legal/all.zip': read({
    summary: 'All documents in force today as PDFs in a ZIP. The same versions have the same bytes.',
    access: 'visitor',
    file: 'application/zip',
    responseHeaders: ['etag'],
  }),
} as const
