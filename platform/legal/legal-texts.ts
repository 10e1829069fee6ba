import { readFileSync } from 'node:fs'
import { type LegalDocumentId, legalDocumentIds, legalDocuments } from '@medicready/domain/legal/legal-documents'
import type { LegalText } from '@medicready/domain/legal/legal-text'
import { readLegalText } from './read-legal-text.ts'

const documents = new URL('documents/', import.meta.resolve('@medicready/domain/legal/legal-documents'))

/** A version of a document as its file says it. */
export function legalText(id: LegalDocumentId, version: number): LegalText {
  const text = readLegalText(readFileSync(new URL(`${id}/v${version}.md`, documents), 'utf8'))
  if (text.id !== id || text.version !== version)
    throw new Error(`${id}/v${version}.md says that it is version ${text.version} of ${text.id}`)
  return text
}

/** The newest version of each document, in the order of the Legal Center. */
export const newestLegalTexts = (): LegalText[] => legalDocumentIds.map((id) => legalText(id, legalDocuments[id].version))
