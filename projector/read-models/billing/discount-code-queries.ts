import { users } from '../accounts/users.ts'
import { figures } from '../admin/figures.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery, type Joined, type PageAfter } from '../query.ts'
import { discountCodes } from './discount-codes.ts'
import { freePeriods } from './free-periods.ts'

const { tables } = discountCodes

/** Null `end`: now. */
type PageAsOf = PageAfter & { readonly end: string | null }

const codesBefore = defineQuery(
  [discountCodes, figures],
  (sql, end: string) => sql`(
    SELECT v.*, v.discount_code_id AS id, held.held_count, c.stripe_coupon_id, uses.used_count, uses.savings
    FROM (
      SELECT DISTINCT ON (discount_code_id) * FROM read.discount_code_versions WHERE since < ${end}
      ORDER BY discount_code_id, change DESC
    ) AS v
    LEFT JOIN read.discount_codes c ON c.id = v.discount_code_id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS used_count, coalesce(sum(amount_saved), 0)::int AS savings FROM read.discount_code_usage
      WHERE discount_code_id = v.discount_code_id AND used_at < ${end}
    ) AS uses
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount), 0)::int AS held_count FROM read.figure_entries
      WHERE subject_id = v.discount_code_id AND figure = 'codeHolds' AND at < ${end}
    ) AS held
    WHERE NOT v.is_deleted)`,
)

export type ListedCode = Omit<RowOf<typeof tables.discount_codes>, 'created_by' | 'updated_at' | 'changes'>

export const listedCodes = defineQuery(
  [codesBefore],
  (sql, { end, after, limit }: PageAsOf) => sql<ListedCode[]>`
    SELECT * FROM ${end === null ? sql`read.discount_codes` : codesBefore(sql, end)} AS codes
    ${after ? sql`WHERE (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
)

export type CodeUse = RowOf<typeof tables.discount_code_usage> &
  Joined<Pick<RowOf<typeof users.tables.users>, 'email' | 'first_name' | 'last_name'>>

export const usesOfCode = defineQuery(
  [discountCodes, users],
  (sql, { code, end, after, limit }: PageAsOf & { readonly code: string }) => sql<CodeUse[]>`
    SELECT g.*, u.email, u.first_name, u.last_name
    FROM read.discount_code_usage g LEFT JOIN read.users u ON u.id = g.user_id
    WHERE g.discount_code_id = (SELECT id FROM read.discount_codes WHERE code = ${code})
      ${end === null ? sql`` : sql`AND g.used_at < ${end}`}
      ${after ? sql`AND (g.used_at, g.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    ORDER BY g.used_at DESC, g.id DESC LIMIT ${limit}`,
)

export const codeExisted = defineQuery(
  [discountCodes],
  (sql, code: string) => sql`SELECT FROM read.discount_code_versions WHERE code = ${code} LIMIT 1`,
)

export const overdueReservations = defineQuery(
  [discountCodes],
  (sql, now: string) => sql<Camel<typeof tables.discount_code_reservations, 'user_id' | 'code' | 'checkout_id'>[]>`
    SELECT user_id AS "userId", code, checkout_id AS "checkoutId" FROM read.discount_code_reservations
    WHERE is_held AND reserved_until <= ${now} ORDER BY reserved_until, user_id`,
)

export const usersWithEndedPeriods = defineQuery(
  [freePeriods],
  (sql, now: string) => sql<Camel<typeof freePeriods.tables.free_periods, 'user_id'>[]>`
    SELECT DISTINCT user_id AS "userId" FROM read.free_periods WHERE until <= ${now} ORDER BY user_id`,
)
