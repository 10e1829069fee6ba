import type { LegalDocumentId } from './legal-documents.ts'

/** The Terms and the documents that they include. No zod: the browser uses it. */
export const agreedDocuments = ['terms', 'privacy', 'refund', 'ai-consent'] as const satisfies readonly LegalDocumentId[]

export interface DocumentVersion {
  readonly document: LegalDocumentId
  readonly version: number
}
