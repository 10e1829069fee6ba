import type { OwnAvailability, OwnTutorProfile, tutorCalls, tutoringCalls } from '@medicready/domain/contract/tutoring/tutoring'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { freeStarts } from '@medicready/domain/tutoring/availability'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { calendarOf } from '@medicready/projector/read-models/accounts/user-queries'
import type { RowOf } from '@medicready/projector/read-models/definition'
import {
  bookedTimes,
  type PayoutRow,
  payoutsOf,
  requestOfParticipant,
  requestsOf,
  sessionsOfRequests,
  type TutoringRequestRow,
  tutorById,
} from '@medicready/projector/read-models/tutoring/tutoring-queries'
import type { tutors } from '@medicready/projector/read-models/tutoring/tutors'
import { z } from 'zod'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import { sessionsOf, toOwnRequest, toPayout, toTutorsRequest } from './tutoring-rows.ts'

type Tutor = RowOf<typeof tutors.tables.tutors>

export const requestKey = ({ created_at, id }: Pick<TutoringRequestRow, 'created_at' | 'id'>) => [created_at, id]

export const PayoutKey = z.tuple([z.iso.date(), z.uuid()])
export const payoutKey = ({ week, user_id }: PayoutRow): z.infer<typeof PayoutKey> => [week, user_id]

export const availabilityOf = (availability: Tutor['availability']): OwnAvailability | null =>
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

export const tutoringRoutes: Routes<typeof tutoringCalls & typeof tutorCalls> = ({ sql, clock, reading }) => ({
  'GET /api/user/tutoring-requests': reading([requestsOf, sessionsOfRequests], async ({ identity, query }) => {
    const rows = await requestsOf(sql, { studentId: identity.userId, ...pageAfter(query, TimeKey) })
    const sessions = await sessionsOf(sql, rows)
    return pageOf(rows, query, { item: (row) => toOwnRequest(row, sessions.get(row.id) ?? []), sortKey: requestKey })
  }),

  'GET /api/tutor/requests': reading([requestsOf, sessionsOfRequests], async ({ identity, query }) => {
    const rows = await requestsOf(sql, { tutorId: identity.userId, status: query.status, ...pageAfter(query, TimeKey) })
    const sessions = await sessionsOf(sql, rows)
    return pageOf(rows, query, { item: (row) => toTutorsRequest(row, sessions.get(row.id) ?? []), sortKey: requestKey })
  }),

  'GET /api/tutoring-requests/{id}/free-times': reading(
    [requestOfParticipant, tutorById, calendarOf, bookedTimes],
    async ({ params, query, identity }) => {
      const [request] = await requestOfParticipant(sql, { id: params.id, userId: identity.userId })
      if (!request) throw new Rejection('tutoringRequestNotFound')
      const { tutor_id: tutorId, user_id: studentId } = request
      if (tutorId === null || request.situation !== 'accepted') throw new Rejection('tutoringNotAccepted')
      const [tutor] = await tutorById(sql, tutorId)
      const [student] = await calendarOf(sql, [studentId])
      const availability = tutor?.availability ?? null
      return {
        studentTimeZone: student?.time_zone ?? request.time_zone,
        tutorTimeZone: tutor?.time_zone ?? 'UTC',
        starts: availability ? freeStarts(availability, await bookedTimes(sql, { tutorId, studentId }), { ...query, now: clock() }) : [],
      }
    },
  ),

  'GET /api/tutors/application': reading([tutorById], async ({ identity }) => {
    const [row] = await tutorById(sql, identity.userId)
    return row ? { ...camelled(row), reason: row.decided_for, availability: availabilityOf(row.availability) } : noTutor
  }),

  'GET /api/tutor/payouts': reading([payoutsOf], async ({ identity, query }) => {
    const rows = await payoutsOf(sql, { tutorId: identity.userId, ...pageAfter(query, PayoutKey) })
    return pageOf(rows, query, { item: toPayout, sortKey: payoutKey })
  }),
})
