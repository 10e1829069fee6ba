import type { PolicyStanding } from '@medicready/domain/contract/legal/legal'
import type { LegalDocumentId } from '@medicready/domain/legal/legal-documents'
import { DEFAULT_LEGAL_DOCUMENT, legalDocumentIds } from '@medicready/domain/legal/legal-documents'

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** "January 1, 2025", as in the documents. */
export const policyDay = (day: string): string => longDay.format(new Date(day))

export const standings: Record<PolicyStanding, { readonly label: string; readonly tone: 'ok' | 'warn' | 'neutral' }> = {
  current: { label: 'Current Version', tone: 'ok' },
  announced: { label: 'Not in force yet', tone: 'warn' },
  former: { label: 'Earlier Version', tone: 'neutral' },
}

interface Wanted {
  readonly id: LegalDocumentId
  readonly version: number | undefined
}

/** Invalid values are ignored. */
export function wantedPolicy(search: URLSearchParams): Wanted {
  const id = legalDocumentIds.find((known) => known === search.get('document')) ?? DEFAULT_LEGAL_DOCUMENT
  const version = search.get('version') ?? ''
  return { id, version: /^[1-9]\d{0,3}$/.test(version) ? Number(version) : undefined }
}
