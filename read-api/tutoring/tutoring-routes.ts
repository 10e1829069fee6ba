import type { PageQuery } from '@medicready/domain/contract/call'
import type { Availability, OwnTutorProfile, tutoringReadCalls, tutorReadCalls } from '@medicready/domain/contract/tutoring'
import { Rejection } from '@medicready/domain/rejection'
import { freeStarts, type Span } from '@medicready/domain/tutoring/availability'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { tutorPayouts } from '@medicready/projector/read-models/tutoring/tutor-payouts'
import { tutoringRequests } from '@medicready/projector/read-models/tutoring/tutoring-requests'
import { tutoringSessions } from '@medicready/projector/read-models/tutoring/tutoring-sessions'
import { tutors } from '@medicready/projector/read-models/tutoring/tutors'
import { z } from 'zod'
import type { Clock, Reading } from '../reading.ts'
import { PayoutKey, type PayoutRow, payoutKey, selectPayouts, toPayout } from './payout-rows.ts'
import { type RequestRow, selectRequests, sessionsOf, toOwnRequest, toTutorsRequest } from './tutoring-rows.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly reading: Reading
}

type Tutor = RowOf<typeof tutors.tables.tutors>

/** Newest first, then by id. */
export const RequestKey = z.tuple([z.iso.datetime(), z.uuid()])
export const requestKey = (row: Pick<RequestRow, 'created_at' | 'id'>): z.infer<typeof RequestKey> => [row.created_at, row.id]

export const availabilityOf = (availability: Tutor['availability']): Availability | null =>
  availability === null
    ? null
    : {
        timeZone: availability.timeZone,
        weekly: [...availability.weekly],
        exceptions: availability.exceptions.map(({ date, hours }) => ({ date, hours: [...hours] })),
      }

const noTutor: OwnTutorProfile = {
  situation: null,
  appliedAt: null,
  decidedAt: null,
  reason: null,
  availability: null,
  averageRating: null,
  ratings: 0,
}

/** What students read of their requests, and tutors of those that are theirs. */
export const tutoringRoutes = ({ sql, clock, reading }: Parts): Handlers<typeof tutoringReadCalls & typeof tutorReadCalls, 'read-api'> => {
  const readModels = [users, tutoringRequests, tutoringSessions, tutors]

  /** A page of those requests that a condition holds of, newest first. */
  const requestsWhere = (condition: ReturnType<Sql>, query: PageQuery) => {
    const after = sortKeyOf(query, RequestKey)
    return sql<RequestRow[]>`
      ${selectRequests(sql)} WHERE ${condition}
      ${after ? sql`AND (r.created_at < ${after[0]} OR r.created_at = ${after[0]} AND r.id > ${after[1]})` : sql``}
      ORDER BY r.created_at DESC, r.id LIMIT ${query.limit + 1}`
  }

  return {
    'GET /api/user/tutoring-requests': reading(readModels, async ({ identity, query }) => {
      const rows = await requestsWhere(sql`r.user_id = ${identity.userId}`, query)
      const sessions = await sessionsOf(
        sql,
        rows.map(({ id }) => id),
      )
      return pageOf(rows, query, { item: (row) => toOwnRequest(row, sessions.get(row.id) ?? []), sortKey: requestKey })
    }),

    'GET /api/tutor/requests': reading(readModels, async ({ identity, query }) => {
      const ofStatus = query.status ? sql`AND r.status = ${query.status}` : sql``
      const rows = await requestsWhere(sql`r.tutor_id = ${identity.userId} ${ofStatus}`, query)
      const sessions = await sessionsOf(
        sql,
        rows.map(({ id }) => id),
      )
      return pageOf(rows, query, { item: (row) => toTutorsRequest(row, sessions.get(row.id) ?? []), sortKey: requestKey })
    }),

    'GET /api/tutoring-requests/{id}/free-times': reading(readModels, async ({ params, query, identity }) => {
      const [request] = await sql<Pick<RequestRow, 'user_id' | 'tutor_id' | 'time_zone' | 'situation'>[]>`
        SELECT user_id, tutor_id, time_zone, situation FROM read.tutoring_requests
        WHERE id = ${params.id} AND ${identity.userId} IN (user_id, tutor_id)`
      if (!request) throw new Rejection('tutoringRequestNotFound')
      if (request.tutor_id === null || request.situation !== 'accepted') throw new Rejection('tutoringNotAccepted')
      const [tutor] = await sql<Pick<Tutor, 'time_zone' | 'availability'>[]>`
        SELECT time_zone, availability FROM read.tutors WHERE user_id = ${request.tutor_id}`
      const [student] = await sql<{ time_zone: string }[]>`SELECT time_zone FROM read.users WHERE id = ${request.user_id}`
      const booked = await sql<Span[]>`
        SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM read.tutoring_sessions
        WHERE state = 'scheduled' AND (tutor_id = ${request.tutor_id} OR user_id = ${request.user_id})`
      const availability = tutor?.availability ?? null
      return {
        studentTimeZone: student?.time_zone ?? request.time_zone,
        tutorTimeZone: tutor?.time_zone ?? 'UTC',
        starts: availability ? freeStarts(availability, booked, { ...query, now: clock() }) : [],
      }
    }),

    'GET /api/tutors/application': reading([tutors], async ({ identity }) => {
      const [row] = await sql<Tutor[]>`SELECT * FROM read.tutors WHERE user_id = ${identity.userId}`
      if (!row) return noTutor
      return {
        situation: row.situation,
        appliedAt: row.applied_at,
        decidedAt: row.decided_at,
        reason: row.decided_for,
        availability: availabilityOf(row.availability),
        averageRating: row.average_rating,
        ratings: row.ratings,
      }
    }),

    'GET /api/tutor/payouts': reading([users, tutorPayouts], async ({ identity, query }) => {
      const after = sortKeyOf(query, PayoutKey)
      const rows = await sql<PayoutRow[]>`
        ${selectPayouts(sql)} WHERE p.user_id = ${identity.userId} ${after ? sql`AND p.week < ${after[0]}` : sql``}
        ORDER BY p.week DESC LIMIT ${query.limit + 1}`
      return pageOf(rows, query, { item: toPayout, sortKey: payoutKey })
    }),
  }
}
