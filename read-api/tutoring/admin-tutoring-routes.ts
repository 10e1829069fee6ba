import type { AdminTutor, AdminTutoringRequestRow, adminTutoringReadCalls } from '@medicready/domain/contract/tutoring'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import { figures } from '@medicready/projector/read-models/admin/figures'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { tutorPayouts } from '@medicready/projector/read-models/tutoring/tutor-payouts'
import { tutoringRequests } from '@medicready/projector/read-models/tutoring/tutoring-requests'
import { tutoringSessions } from '@medicready/projector/read-models/tutoring/tutoring-sessions'
import { tutors } from '@medicready/projector/read-models/tutoring/tutors'
import { z } from 'zod'
import { shownDay } from '../admin/as-of.ts'
import { sumsOf } from '../admin/sums.ts'
import type { Clock, Joined, Reading } from '../reading.ts'
import { PayoutKey, type PayoutRow, payoutKey, selectPayouts, toPayout } from './payout-rows.ts'
import { endOf, requestsAt, tutorsAt } from './tutoring-as-of.ts'
import { availabilityOf, RequestKey, requestKey } from './tutoring-routes.ts'
import {
  nameOf,
  type Request,
  type RequestRow,
  type SessionRow,
  selectRequests,
  selectSessions,
  sessionsOf,
  toAdminRequest,
  toSession,
} from './tutoring-rows.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

type ListedRequest = Pick<
  Request,
  'id' | 'full_name' | 'email' | 'current_role' | 'struggle_areas' | 'preferred_times' | 'created_at' | 'status'
>
type TutorRow = Omit<RowOf<typeof tutors.tables.tutors>, 'changes'> &
  Joined<Pick<RowOf<typeof users.tables.users>, 'email' | 'first_name' | 'last_name'>>

/** The latest first, then by id. */
const SessionKey = z.tuple([z.iso.datetime(), z.uuid()])
const sessionKey = ({ starts_at, id }: SessionRow): z.infer<typeof SessionKey> => [starts_at, id]
const TutorKey = z.tuple([z.iso.datetime(), z.uuid()])
const tutorKey = ({ applied_at, user_id }: TutorRow): z.infer<typeof TutorKey> => [applied_at, user_id]

/** spec.md's row. */
const toListed = (row: ListedRequest): AdminTutoringRequestRow => ({
  id: row.id,
  studentName: row.full_name ?? nameOf(null, null),
  email: row.email ?? '',
  currentRole: row.current_role,
  strugglingWith: [...(row.struggle_areas ?? [])],
  preferredTimes: [...row.preferred_times],
  requestDate: row.created_at,
  status: row.status,
})

const toTutor = (row: TutorRow): AdminTutor => ({
  id: row.user_id,
  name: nameOf(row.first_name, row.last_name),
  email: row.email ?? '',
  situation: row.situation,
  appliedAt: row.applied_at,
  decidedAt: row.decided_at,
  certificationNumber: row.certification_number ?? '',
  certifiedUntil: row.certified_until,
  yearsOfExperience: row.years_of_experience,
  weeklyHours: row.weekly_hours,
  about: row.about ?? '',
  averageRating: row.average_rating,
  ratings: row.ratings,
  sessionsHeld: row.sessions_held,
  availability: availabilityOf(row.availability),
})

const countedFigures = [
  'tutoringRequests',
  'waitingRequests',
  'acceptedRequests',
  'declinedRequests',
  'cancelledRequests',
  'plannedSessions',
  'sessions',
  'missedSessions',
  'cancelledSessions',
] as const

/** The month after one, `2026-12` → `2027-01`. */
const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** What administrators see of tutoring. */
export const adminTutoringRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof adminTutoringReadCalls, 'read-api'> => ({
  'GET /api/admin/tutoring-figures': reading([figures], async ({ query }) => {
    const { day } = shownDay(query.asOf, clock())
    const sums = await sumsOf(sql, [...countedFigures, 'moneyIn', 'refunds', 'stars', 'ratings'], { to: day })
    const ratings = sums.of('ratings')
    return {
      asOf: day,
      currency: 'usd' as const,
      requests: {
        all: sums.of('tutoringRequests'),
        waiting: sums.of('waitingRequests'),
        accepted: sums.of('acceptedRequests'),
        declined: sums.of('declinedRequests'),
        cancelled: sums.of('cancelledRequests'),
      },
      sessions: {
        planned: sums.of('plannedSessions'),
        held: sums.of('sessions'),
        missed: sums.of('missedSessions'),
        cancelled: sums.of('cancelledSessions'),
      },
      moneyIn: sums.of('moneyIn', 'tutoring'),
      refunds: sums.of('refunds', 'tutoring'),
      averageRating: ratings > 0 ? Math.round((100 * sums.of('stars')) / ratings) / 100 : null,
    }
  }),

  'GET /api/tutoring-requests': reading([tutoringRequests], async ({ query }) => {
    const after = sortKeyOf(query, RequestKey)
    const end = endOf(shownDay(query.asOf, clock()))
    const rows = await sql<ListedRequest[]>`
      SELECT id, full_name, email, "current_role", struggle_areas, preferred_times, created_at, status FROM ${requestsAt(sql, end)} r
      WHERE true ${query.status ? sql`AND status = ${query.status}` : sql``}
        ${after ? sql`AND (created_at < ${after[0]} OR created_at = ${after[0]} AND id > ${after[1]})` : sql``}
      ORDER BY created_at DESC, id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toListed, sortKey: requestKey })
  }),

  'GET /api/admin/tutoring-requests/{id}': reading(
    [users, tutoringRequests, tutoringSessions, tutors],
    async ({ params: { id }, query }) => {
      const end = endOf(shownDay(query.asOf, clock()))
      const [row] = await sql<RequestRow[]>`${selectRequests(sql, end)} WHERE r.id = ${id}`
      if (!row) throw new Rejection('tutoringRequestNotFound')
      return toAdminRequest(row, (await sessionsOf(sql, [id], end)).get(id) ?? [])
    },
  ),

  'GET /api/admin/sessions': reading([users, tutoringSessions], async ({ query }) => {
    const { state, month } = query
    const after = sortKeyOf(query, SessionKey)
    const end = endOf(shownDay(query.asOf, clock()))
    const rows = await sql<SessionRow[]>`
      ${selectSessions(sql, end)} WHERE true ${state ? sql`AND s.state = ${state}` : sql``}
        ${month ? sql`AND s.starts_at >= ${`${month}-01T00:00:00Z`} AND s.starts_at < ${`${monthAfter(month)}-01T00:00:00Z`}` : sql``}
        ${after ? sql`AND (s.starts_at < ${after[0]} OR s.starts_at = ${after[0]} AND s.id > ${after[1]})` : sql``}
      ORDER BY s.starts_at DESC, s.id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toSession, sortKey: sessionKey })
  }),

  'GET /api/admin/tutors': reading([users, tutors], async ({ query }) => {
    const after = sortKeyOf(query, TutorKey)
    const end = endOf(shownDay(query.asOf, clock()))
    const rows = await sql<TutorRow[]>`
      SELECT t.*, u.email, u.first_name, u.last_name FROM ${tutorsAt(sql, end)} t LEFT JOIN read.users u ON u.id = t.user_id
      WHERE true ${query.situation ? sql`AND t.situation = ${query.situation}` : sql``}
        ${after ? sql`AND (t.applied_at < ${after[0]} OR t.applied_at = ${after[0]} AND t.user_id > ${after[1]})` : sql``}
      ORDER BY t.applied_at DESC, t.user_id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toTutor, sortKey: tutorKey })
  }),

  'GET /api/admin/tutor-payouts': reading([users, tutorPayouts], async ({ query }) => {
    const after = sortKeyOf(query, PayoutKey)
    const end = endOf(shownDay(query.asOf, clock()))
    const rows = await sql<PayoutRow[]>`
      ${selectPayouts(sql, end)} WHERE true ${query.week ? sql`AND p.week = ${query.week}` : sql``}
        ${after ? sql`AND (p.week < ${after[0]} OR p.week = ${after[0]} AND p.user_id > ${after[1]})` : sql``}
      ORDER BY p.week DESC, p.user_id LIMIT ${query.limit + 1}`
    return pageOf(rows, query, { item: toPayout, sortKey: payoutKey })
  }),
})
