/**
 * The ten documents of the Legal Center, in its order. Their texts lie in `documents/<id>/v<version>.md`, each version
 * for ever; title, dates and description stand in them. One that is to change gets a file beside the last, and its
 * number here. Free of zod: the browser uses it too.
 */

interface LegalDocumentEntry {
  /** As the set of icons calls it. */
  readonly icon: string
  /** The newest, from 1. */
  readonly version: number
}

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
} as const satisfies Record<string, LegalDocumentEntry>

export type LegalDocumentId = keyof typeof legalDocuments
export const legalDocumentIds = Object.keys(legalDocuments) as [LegalDocumentId, ...LegalDocumentId[]]

/** The one that is shown first. */
export const DEFAULT_LEGAL_DOCUMENT = 'terms' satisfies LegalDocumentId

/** What the texts leave to fill in, in brackets, for the operator of the product. */
export const blanks = ['legal name of the company', 'postal address', 'email address', 'state', 'name of the DMCA agent'] as const
