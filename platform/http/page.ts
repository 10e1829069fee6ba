import type { PageQuery } from '@medicready/domain/contract/call/call'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { z } from 'zod'
import type { Page } from './calls.ts'

/** A cursor is the sort key of a page's last entry, so paging is stable under changes. */
const cursorOf = (sortKey: unknown): string => Buffer.from(JSON.stringify(sortKey)).toString('base64url')

export function sortKeyOf<Key>({ cursor }: PageQuery, schema: z.ZodType<Key>): Key | null {
  if (cursor === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Rejection('invalidRequest')
  }
}

/** One entry more than the page, to know whether another follows. */
export const pageAfter = <Key>(query: PageQuery, schema: z.ZodType<Key>): { readonly after: Key | null; readonly limit: number } => ({
  after: sortKeyOf(query, schema),
  limit: query.limit + 1,
})

export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit }: PageQuery,
  { item, sortKey }: { item: (row: Row) => Item; sortKey: (row: Row) => unknown },
): Page<Item[]> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(item), next: last === undefined ? null : cursorOf(sortKey(last)) }
}
