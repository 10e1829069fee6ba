import type { AdminTutor, AdminTutoringRequestRow, adminTutoringCalls } from '@medicready/domain/contract/tutoring/tutoring'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { figures } from '@medicready/projector/read-models/admin/figures'
import {
  type ListedRequest,
  type ListedTutor,
  listedPayouts,
  listedRequests,
  listedSessions,
  listedTutors,
  requestById,
  sessionsOfRequests,
} from '@medicready/projector/read-models/tutoring/tutoring-queries'
import { type ShownDay, shownDay } from '../admin/shown.ts'
import { averageRating, sumsOf } from '../admin/sums.ts'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import { availabilityOf, PayoutKey, payoutKey, requestKey } from './routes.ts'
import { nameOf, sessionsOf, toAdminRequest, toPayout, toSession } from './tutoring-rows.ts'

const endOf = ({ isToday, end }: ShownDay) => (isToday ? null : end)

const toListed = (row: ListedRequest): AdminTutoringRequestRow => ({
  ...camelled(row),
  studentName: row.full_name ?? nameOf(null, null),
  email: row.email ?? '',
  strugglingWith: [...(row.struggle_areas ?? [])],
  preferredTimes: [...row.preferred_times],
  requestDate: row.created_at,
})

const toTutor = (row: ListedTutor): AdminTutor => ({
  ...camelled(row),
  id: row.user_id,
  name: nameOf(row.first_name, row.last_name),
  email: row.email ?? '',
  certificationNumber: row.certification_number ?? '',
  about: row.about ?? '',
  availability: availabilityOf(row.availability),
})

const ofRequests = ['tutoringRequests', 'waitingRequests', 'acceptedRequests', 'declinedRequests', 'cancelledRequests'] as const
const ofSessions = ['plannedSessions', 'sessions', 'missedSessions', 'cancelledSessions'] as const

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 'YYYY-MM'.length)
}

export const adminTutoringRoutes: Routes<typeof adminTutoringCalls> = ({ sql, clock, reading }) => ({
  'GET /api/admin/tutoring-figures': reading([figures], async ({ query }) => {
    const { day } = shownDay(query.asOf, clock())
    const sums = await sumsOf(sql, [...ofRequests, ...ofSessions, 'moneyIn', 'refunds', 'stars', 'ratings'], { to: day })
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
      averageRating: averageRating(sums),
    }
  }),

  'GET /api/tutoring-requests': reading([listedRequests], async ({ query }) => {
    const at = endOf(shownDay(query.asOf, clock()))
    const rows = await listedRequests(sql, { at, status: query.status, ...pageAfter(query, TimeKey) })
    return pageOf(rows, query, { item: toListed, sortKey: requestKey })
  }),

  'GET /api/admin/tutoring-requests/{id}': reading([requestById, sessionsOfRequests], async ({ params: { id }, query }) => {
    const at = endOf(shownDay(query.asOf, clock()))
    const [row] = await requestById(sql, { id, at })
    if (!row) throw new Rejection('tutoringRequestNotFound')
    return toAdminRequest(row, (await sessionsOf(sql, [row], at)).get(id) ?? [])
  }),

  'GET /api/admin/sessions': reading([listedSessions], async ({ query }) => {
    const { state, month } = query
    const at = endOf(shownDay(query.asOf, clock()))
    const between = month ? { from: `${month}-01T00:00:00Z`, to: `${monthAfter(month)}-01T00:00:00Z` } : null
    const rows = await listedSessions(sql, { at, state, between, ...pageAfter(query, TimeKey) })
    return pageOf(rows, query, { item: toSession, sortKey: ({ starts_at, id }) => [starts_at, id] })
  }),

  'GET /api/admin/tutors': reading([listedTutors], async ({ query }) => {
    const at = endOf(shownDay(query.asOf, clock()))
    const rows = await listedTutors(sql, { at, situation: query.situation, ...pageAfter(query, TimeKey) })
    return pageOf(rows, query, { item: toTutor, sortKey: ({ applied_at, user_id }) => [applied_at, user_id] })
  }),

  'GET /api/admin/tutor-payouts': reading([listedPayouts], async ({ query }) => {
    const at = endOf(shownDay(query.asOf, clock()))
    const rows = await listedPayouts(sql, { at, week: query.week, ...pageAfter(query, PayoutKey) })
    return pageOf(rows, query, { item: toPayout, sortKey: payoutKey })
  }),
})
