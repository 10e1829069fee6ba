// Texts are in `documents/<id>/v<version>.md` and never change; a new version is a new file. No zod: browsers use it.

export const legalDocuments = {
  terms: { icon: 'file-text', version: 1 },
  privacy: { icon: 'shield', version: 1 },
  refund: { icon: 'receipt', version: 1 },
  tutor: { icon: 'graduation-cap', version: 1 },
  copyright: { icon: 'copyright', version: 1 },
  'ai-consent': { icon: 'bot', version: 1 },
  cookie: { icon: 'cookie', version: 1 },
  affiliate: { icon: 'handshake', version: 1 },
  license: { icon: 'building', version: 1 },
  dmca: { icon: 'gavel', version: 1 },
} as const

export type LegalDocumentId = keyof typeof legalDocuments
export const legalDocumentIds = Object.keys(legalDocuments) as [LegalDocumentId, ...LegalDocumentId[]]

export const DEFAULT_LEGAL_DOCUMENT = 'terms' satisfies LegalDocumentId

/** Placeholders that the operator must fill in. */
export const blanks = ['legal name of the company', 'postal address', 'email address', 'state', 'name of the DMCA agent'] as const

/** The Terms and the documents that they include. No zod: the browser uses it. */
export const agreedDocuments = ['terms', 'privacy', 'refund', 'ai-consent'] as const satisfies readonly LegalDocumentId[]

export interface DocumentVersion {
  readonly document: LegalDocumentId
  readonly version: number
}
