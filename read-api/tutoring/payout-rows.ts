import type { TutorPayout } from '@medicready/domain/contract/tutoring'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { tutorPayouts } from '@medicready/projector/read-models/tutoring/tutor-payouts'
import { z } from 'zod'
import { type End, payoutsAt } from './tutoring-as-of.ts'
import { nameOf } from './tutoring-rows.ts'

/** What tutors earned in their weeks, as it is read. */

export type PayoutRow = RowOf<typeof tutorPayouts.tables.tutor_payouts> & {
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Newest week first, then by tutor. */
export const PayoutKey = z.tuple([z.iso.date(), z.uuid()])
export const payoutKey = ({ week, user_id }: PayoutRow): z.infer<typeof PayoutKey> => [week, user_id]

export const selectPayouts = (sql: Sql, end: End = null) => sql`
  SELECT p.*, u.first_name, u.last_name FROM ${payoutsAt(sql, end)} p LEFT JOIN read.users u ON u.id = p.user_id`

export const toPayout = (row: PayoutRow): TutorPayout => ({
  tutorId: row.user_id,
  tutorName: nameOf(row.first_name, row.last_name),
  week: row.week,
  sessions: row.sessions,
  amount: row.amount,
  fee: row.fee,
  earned: row.earned,
  currency: row.currency,
  reportedAt: row.reported_at,
})
