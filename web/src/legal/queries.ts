import type { PolicyStanding } from '@medicready/domain/contract/legal/legal'
import { DEFAULT_LEGAL_DOCUMENT, type LegalDocumentId, legalDocumentIds } from '@medicready/domain/legal/shown/legal-documents'
import { queryOptions } from '@tanstack/react-query'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readOrNull, readQuery } from '../api/read.ts'

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

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

export function wantedPolicy(search: URLSearchParams): Wanted {
  const id = legalDocumentIds.find((known) => known === search.get('document')) ?? DEFAULT_LEGAL_DOCUMENT
  const version = search.get('version') ?? ''
  return { id, version: /^[1-9]\d{0,3}$/.test(version) ? Number(version) : undefined }
}

export const documentsQuery = { ...sharedData, ...readQuery([...rooms.legal, 'documents'], 'GET /api/legal/documents') }

/** The current version when undefined; null if there is no such version. */
export const policyQuery = (id: LegalDocumentId, version: number | undefined) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.legal, 'policy', id, version ?? 'current'],
    queryFn: (query) => readOrNull(query, 'GET /api/legal/documents/{id}', { params: { id }, query: { version } }),
  })

export const historyQuery = { ...sharedData, ...readQuery([...rooms.legal, 'history'], 'GET /api/legal/history') }

/** Published versions never change, so this is never refetched. */
export const changesQuery = (id: LegalDocumentId, version: number) =>
  readQuery([...rooms.legal, 'changes', id, version], 'GET /api/legal/documents/{id}/changes', { params: { id }, query: { version } })

export const pdfAddress = (id: LegalDocumentId, version: number | undefined): string =>
  `/api/legal/documents/${id}/pdf${version === undefined ? '' : `?version=${version}`}`

export const ALL_POLICIES_ADDRESS = '/api/legal/all.zip'
