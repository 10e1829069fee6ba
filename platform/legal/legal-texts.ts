import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type LegalDocumentId, legalDocumentIds, legalDocuments } from '@medicready/domain/legal/legal-documents'
import type { LegalText } from '@medicready/domain/legal/legal-text'
import type { PublishedPolicy } from '@medicready/domain/legal/policy'
import { readLegalText } from './read-legal-text.ts'

const documents = new URL('documents/', import.meta.resolve('@medicready/domain/legal/legal-documents'))

const fileOf = (id: LegalDocumentId, version: number): string =>
  readFileSync(new URL(`${id}/v${version}.md`, documents), 'utf8').replaceAll('\r\n', '\n')

function legalTextOf(file: string, id: LegalDocumentId, version: number): LegalText {
  const text = readLegalText(file)
  if (text.id !== id || text.version !== version)
    throw new Error(`${id}/v${version}.md says that it is version ${text.version} of ${text.id}`)
  return text
}

export const legalText = (id: LegalDocumentId, version: number): LegalText => legalTextOf(fileOf(id, version), id, version)

export const newestLegalTexts = (): LegalText[] => legalDocumentIds.map((id) => legalText(id, legalDocuments[id].version))

export const policiesOf = (id: LegalDocumentId): PublishedPolicy[] =>
  Array.from({ length: legalDocuments[id].version }, (_, index) => {
    const text = fileOf(id, index + 1)
    const { version, title, description, changes, lastUpdated, effectiveDate } = legalTextOf(text, id, index + 1)
    const hash = createHash('sha256').update(text).digest('hex')
    return { document: id, version, title, description, changes, lastUpdated, effectiveDate, text, hash }
  })
