import { z } from 'zod'
import { legalDocumentIds } from '../../legal/legal-documents.ts'
import { ChangedSection, LegalText } from '../../legal/legal-text.ts'
import { visitor } from '../call/call.ts'

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
