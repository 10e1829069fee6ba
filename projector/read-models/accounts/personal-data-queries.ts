import { audit } from '../admin/audit.ts'
import { readModels } from '../all.ts'
import { discountCodes } from '../billing/discount-codes.ts'
import { paymentProblems } from '../billing/payment-problems.ts'
import type { ReadModel, Row, RowOf } from '../definition.ts'
import { type Camel, defineQuery, rowsWith } from '../query.ts'
import { reviewRequests } from '../questions/review-requests.ts'
import { studySessions } from '../study/study-sessions.ts'
import { dataExports } from './data-exports.ts'
import { users } from './users.ts'

interface Dated {
  readonly date: string
}

/** One column of a user's rows. */
export const namesIn = <Model extends ReadModel, Table extends keyof Model['tables'] & string>(
  model: Model,
  table: Table,
  column: keyof RowOf<Model['tables'][Table]> & string,
  order: string = column,
) =>
  defineQuery(
    [model],
    (sql, userId: string) => sql<{ readonly name: string }[]>`
      SELECT ${sql(column as string)} AS name FROM ${sql(`read.${table}`)} WHERE user_id = ${userId} ORDER BY ${sql.unsafe(order)}`,
  )

/** One extra day on either side, since account days are not UTC days. */
export const daysOfAccount = defineQuery(
  [users],
  (sql, userId: string) => sql<Dated[]>`
    SELECT day::date AS date FROM read.users,
      generate_series(created_at::date - 1, greatest(now(), updated_at)::date + 1, interval '1 day') AS day WHERE id = ${userId}`,
)

export const openTimedExamsOf = defineQuery(
  [studySessions],
  (sql, userId: string) => sql<Pick<RowOf<typeof studySessions.tables.study_sessions>, 'id'>[]>`
    SELECT id FROM read.study_sessions WHERE user_id = ${userId} AND mode = 'timed_exam' AND completed_at IS NULL`,
)

export const questionsInReviewOf = defineQuery(
  [reviewRequests],
  (sql, userId: string) => sql<Camel<typeof reviewRequests.tables.review_requests, 'question_id'>[]>`
    SELECT DISTINCT question_id AS "questionId" FROM read.review_requests WHERE user_id = ${userId}`,
)

/** The account's day is the UTC day or one beside it. */
export const daysOfReviewRequests = defineQuery(
  [reviewRequests],
  (sql, userId: string) => sql<Dated[]>`
    SELECT DISTINCT (requested_at AT TIME ZONE 'UTC')::date + beside AS date FROM read.review_requests, unnest(ARRAY[-1, 0, 1]) AS beside
    WHERE user_id = ${userId} ORDER BY date`,
)

export const codesOf = defineQuery(
  [discountCodes],
  (sql, userId: string) => sql<Pick<RowOf<typeof discountCodes.tables.discount_codes>, 'code'>[]>`
    SELECT code FROM read.discount_code_reservations WHERE user_id = ${userId}
    UNION SELECT code FROM read.discount_codes JOIN read.discount_code_usage ON discount_code_id = discount_codes.id WHERE user_id = ${userId}
    ORDER BY code`,
)

export const disputesOf = defineQuery(
  [paymentProblems],
  (sql, userId: string) => sql<Pick<RowOf<typeof paymentProblems.tables.payment_problems>, 'id'>[]>`
    SELECT id FROM read.payment_problems WHERE user_id = ${userId} AND kind = 'dispute' ORDER BY at, id`,
)

export const auditedStreamsOf = defineQuery(
  [audit],
  (sql, { userId, category }: { readonly userId: string; readonly category: string }) => sql<
    Pick<RowOf<typeof audit.tables.admin_audit>, 'stream'>[]
  >`
    SELECT stream FROM read.admin_audit WHERE user_id = ${userId} AND starts_with(stream, ${`${category}-`}) ORDER BY at, fact_id`,
)

export const exportsOf = rowsWith(dataExports, 'data_exports', ['exports'])

export interface PersonalTable {
  readonly name: string
  readonly owner: string
  readonly columns: readonly string[]
}

/** From the projector's catalog, so that new tables are included automatically. */
export const personalTables = defineQuery(
  readModels,
  (sql) => sql<PersonalTable[]>`
    SELECT table_name AS name, CASE table_name WHEN 'users' THEN 'id' ELSE 'user_id' END AS owner,
      array_agg(column_name::text ORDER BY ordinal_position) AS columns
    FROM information_schema.columns WHERE table_schema = 'read'
    GROUP BY table_name HAVING table_name = 'users' OR bool_or(column_name = 'user_id') ORDER BY table_name`,
)

export const personalRows = defineQuery(
  readModels,
  (sql, { table, userId, pageSize }: { readonly table: PersonalTable; readonly userId: string; readonly pageSize: number }) =>
    sql<Row[]>`SELECT * FROM ${sql(`read.${table.name}`)} WHERE ${sql(table.owner)} = ${userId}`.cursor(pageSize),
)
