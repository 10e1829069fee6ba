import type { Query, Sql } from '@medicready/platform/postgres/connection'
import { standingColumns, tutoringRequests } from '@medicready/projector/read-models/tutoring/tutoring-requests'
import { tutorStandingColumns, tutors } from '@medicready/projector/read-models/tutoring/tutors'
import type { ShownDay } from '../admin/as-of.ts'

/** The lists of tutoring as they are, or as they stood at the end of an earlier day: in the place of a table. */

/** The end of the day that is shown; null where that is today. */
export type End = string | null
export const endOf = ({ isToday, end }: ShownDay): End => (isToday ? null : end)

/** Of versions, those that held at a moment. */
const heldAt = (sql: Sql, end: string): Query => sql`v.since < ${end} AND (v.until IS NULL OR v.until >= ${end})`

/** The columns of a table, those of them that change from its versions. */
const columnsOf = (table: { readonly columns: object }, changing: readonly string[]): string =>
  Object.keys(table.columns)
    .filter((name) => name !== 'changes')
    .map((name) => `${changing.includes(name) ? 'v' : 'w'}."${name}"`)
    .join(', ')
const requestColumns = columnsOf(tutoringRequests.tables.tutoring_requests, standingColumns)
const tutorColumns = columnsOf(tutors.tables.tutors, tutorStandingColumns)

export const requestsAt = (sql: Sql, end: End): Query =>
  end === null
    ? sql`read.tutoring_requests`
    : sql`(
        SELECT ${sql.unsafe(requestColumns)}
        FROM read.tutoring_requests w JOIN read.tutoring_request_versions v ON v.id = w.id WHERE ${heldAt(sql, end)})`

export const sessionsAt = (sql: Sql, end: End): Query =>
  end === null ? sql`read.tutoring_sessions` : sql`(SELECT v.* FROM read.tutoring_session_versions v WHERE ${heldAt(sql, end)})`

export const tutorsAt = (sql: Sql, end: End): Query =>
  end === null
    ? sql`read.tutors`
    : sql`(
        SELECT ${sql.unsafe(tutorColumns)}
        FROM read.tutors w JOIN read.tutor_versions v ON v.user_id = w.user_id WHERE ${heldAt(sql, end)})`

/** Weeks with what had been earned in them by then. */
export const payoutsAt = (sql: Sql, end: End): Query =>
  end === null
    ? sql`read.tutor_payouts`
    : sql`(
        SELECT e.user_id, e.week, count(*)::int AS sessions, sum(e.amount)::int AS amount, sum(e.fee)::int AS fee,
          sum(e.earned)::int AS earned, max(e.currency) AS currency,
          (SELECT t.reported_at FROM read.tutor_payouts t
            WHERE t.user_id = e.user_id AND t.week = e.week AND t.reported_at < ${end}) AS reported_at
        FROM read.tutor_earnings e WHERE e.at < ${end} GROUP BY e.week, e.user_id)`
