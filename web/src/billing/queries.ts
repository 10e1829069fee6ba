import type { QueryClient } from '@tanstack/react-query'
import { quietWhenSignedOut } from '../api/errors.ts'
import { pagesQuery } from '../api/pages.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readQuery, readWithHeaders } from '../api/read.ts'
import { sessionQuery } from '../api/session.ts'

/** Payments and other windows change it. */
export const planQuery = { ...quietWhenSignedOut, ...sharedData, ...readQuery([...rooms.billing, 'plan'], 'GET /api/subscription') }

export const invoicesQuery = pagesQuery([...rooms.billing, 'invoices'], (query, page) =>
  readWithHeaders(query, 'GET /api/subscription/invoices', page),
)

export async function refreshTier(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  // Includes screens that are not shown, so that they do not open with old limits.
  await queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
  await queries.invalidateQueries()
}
