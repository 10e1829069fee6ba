import type { LegalDocumentId } from '@medicready/domain/legal/legal-documents'
import { queryOptions } from '@tanstack/react-query'
import { read, readOrNull } from '../api/read.ts'
import { rooms } from '../api/rooms.ts'
import { sharedData } from '../api/shared-data.ts'

export const documentsQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.legal, 'documents'],
  queryFn: (query) => read(query, 'GET /api/legal/documents'),
})

/** The current version when undefined; null if there is no such version. */
export const policyQuery = (id: LegalDocumentId, version: number | undefined) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.legal, 'policy', id, version ?? 'current'],
    queryFn: (query) => readOrNull(query, 'GET /api/legal/documents/{id}', { params: { id }, query: { version } }),
  })

export const historyQuery = queryOptions({
  ...sharedData,
  queryKey: [...rooms.legal, 'history'],
  queryFn: (query) => read(query, 'GET /api/legal/history'),
})

/** Published versions never change, so this is never refetched. */
export const changesQuery = (id: LegalDocumentId, version: number) =>
  queryOptions({
    queryKey: [...rooms.legal, 'changes', id, version],
    queryFn: (query) => read(query, 'GET /api/legal/documents/{id}/changes', { params: { id }, query: { version } }),
  })

export const pdfAddress = (id: LegalDocumentId, version: number | undefined): string =>
  `/api/legal/documents/${id}/pdf${version === undefined ? '' : `?version=${version}`}`

export const ALL_POLICIES_ADDRESS = '/api/legal/all.zip'
