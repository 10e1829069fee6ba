import type { AdminTutoringRequest, TutoringSession, TutorPayout, TutorsRequest } from '@medicready/domain/contract/tutoring/tutoring'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  type AtOrNow,
  type PayoutRow,
  sessionsOfRequests,
  type TutoringRequestRow,
  type TutoringSessionRow,
} from '@medicready/projector/read-models/tutoring/tutoring-queries'
import { camelled } from '../reading.ts'

/** The name shown for an erased account. */
const FORMER_MEMBER = 'Former member'
export const nameOf = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ') || FORMER_MEMBER

export async function sessionsOf(sql: Sql, requests: readonly { readonly id: string }[], at: AtOrNow = null) {
  if (requests.length === 0) return new Map()
  const rows = await sessionsOfRequests(sql, { requestIds: requests.map(({ id }) => id), at })
  return Map.groupBy(rows.map(toSession), ({ requestId }) => requestId)
}

export const toSession = (row: TutoringSessionRow): TutoringSession => ({
  ...camelled(row),
  tutorName: nameOf(row.tutor_first, row.tutor_last),
  studentName: nameOf(row.student_first, row.student_last),
})

const plain = (row: TutoringRequestRow, sessions: readonly TutoringSession[]) => ({
  ...camelled(row),
  tutoringGoals: row.tutoring_goals ?? '',
  struggleAreas: [...(row.struggle_areas ?? [])],
  preferredTimes: [...row.preferred_times],
  takenNREMTBefore: row.taken_nremt_before,
  sessionsLeft: row.situation === 'accepted' ? Math.max(0, row.sessions_paid - row.sessions_planned) : 0,
  sessions: [...sessions],
})

export const toOwnRequest = (row: TutoringRequestRow, sessions: readonly TutoringSession[]) => ({
  ...plain(row, sessions),
  declinedFor: row.situation === 'declined' ? row.decided_for : null,
  tutor: row.tutor_id ? { id: row.tutor_id, name: nameOf(row.tutor_first, row.tutor_last), averageRating: row.average_rating } : null,
  price: row.price !== null && row.currency !== null ? { amount: row.price, currency: row.currency } : null,
})

export const toTutorsRequest = (row: TutoringRequestRow, sessions: readonly TutoringSession[]): TutorsRequest => ({
  ...plain(row, sessions),
  studentName: row.full_name ?? FORMER_MEMBER,
  studentTimeZone: row.time_zone,
})

export const toAdminRequest = (row: TutoringRequestRow, sessions: readonly TutoringSession[]): AdminTutoringRequest => ({
  ...toOwnRequest(row, sessions),
  fullName: row.full_name ?? FORMER_MEMBER,
  email: row.email ?? '',
})

export const toPayout = (row: PayoutRow): TutorPayout => ({
  ...camelled(row),
  tutorId: row.user_id,
  tutorName: nameOf(row.first_name, row.last_name),
})
