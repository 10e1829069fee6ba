import type { LegalDocumentId } from './legal-documents.ts'

/** What a registration agrees to: the Terms, and what the Terms say belongs to them. Free of zod. */
export const agreedDocuments = ['terms', 'privacy', 'refund', 'ai-consent'] as const satisfies readonly LegalDocumentId[]

/** A document in one of its versions. */
export interface PolicyVersion {
  readonly document: LegalDocumentId
  readonly version: number
}
