import type { PageQuery } from '@medicready/domain/contract/call'
import { Rejection } from '@medicready/domain/rejection'
import type { z } from 'zod'
import type { Page } from './calls.ts'

/**
 * A cursor holds the sort key of the last entry of a page, so that a page goes on behind it whatever has come and gone
 * before.
 */
const cursorOf = (sortKey: unknown): string => Buffer.from(JSON.stringify(sortKey)).toString('base64url')

/**
 * The sort key that a page goes on behind; null for the first page. Refused with `invalidRequest` when it is none of
 * ours.
 */
export function sortKeyOf<Key>({ cursor }: PageQuery, schema: z.ZodType<Key>): Key | null {
  if (cursor === undefined) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Rejection('invalidRequest')
  }
}

/** What a query needs to find a page: where it starts, and one entry more than it has. */
export const pageAfter = <Key>(query: PageQuery, schema: z.ZodType<Key>): { readonly after: Key | null; readonly limit: number } => ({
  after: sortKeyOf(query, schema),
  limit: query.limit + 1,
})

/** A page out of its entries and one more, which tells whether there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { limit }: PageQuery,
  { item, sortKey }: { item: (row: Row) => Item; sortKey: (row: Row) => unknown },
): Page<Item[]> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(item), next: last === undefined ? null : cursorOf(sortKey(last)) }
}
