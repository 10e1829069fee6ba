import type { AdminTutoringRequest, OwnTutoringRequest, TutoringSession, TutorsRequest } from '@medicready/domain/contract/tutoring'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { users } from '@medicready/projector/read-models/accounts/users'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { tutoringRequests } from '@medicready/projector/read-models/tutoring/tutoring-requests'
import type { tutoringSessions } from '@medicready/projector/read-models/tutoring/tutoring-sessions'
import type { tutors } from '@medicready/projector/read-models/tutoring/tutors'
import type { Joined } from '../reading.ts'
import { type End, requestsAt, sessionsAt } from './tutoring-as-of.ts'

/** Requests and sessions as they are read, with the names of those who take part. */

export type Request = Omit<RowOf<typeof tutoringRequests.tables.tutoring_requests>, 'changes'>
type Session = Omit<RowOf<typeof tutoringSessions.tables.tutoring_sessions>, 'changes'>
type User = RowOf<typeof users.tables.users>
type Tutor = RowOf<typeof tutors.tables.tutors>

interface TutorsName {
  readonly tutor_first: User['first_name']
  readonly tutor_last: User['last_name']
}
export type RequestRow = Request & Joined<TutorsName> & Joined<Pick<Tutor, 'average_rating'>>
export type SessionRow = Session & Joined<TutorsName> & { readonly student_first: string | null; readonly student_last: string | null }

/** What somebody is called whose account is erased. */
const NOBODY = 'Former member'
export const nameOf = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ') || NOBODY

export const selectRequests = (sql: Sql, end: End = null) => sql`
  SELECT r.*, t.first_name AS tutor_first, t.last_name AS tutor_last, p.average_rating
  FROM ${requestsAt(sql, end)} r LEFT JOIN read.users t ON t.id = r.tutor_id LEFT JOIN read.tutors p ON p.user_id = r.tutor_id`

export const selectSessions = (sql: Sql, end: End = null) => sql`
  SELECT s.*, t.first_name AS tutor_first, t.last_name AS tutor_last, u.first_name AS student_first, u.last_name AS student_last
  FROM ${sessionsAt(sql, end)} s LEFT JOIN read.users t ON t.id = s.tutor_id LEFT JOIN read.users u ON u.id = s.user_id`

/** The sessions of some requests, in their order. */
export async function sessionsOf(
  sql: Sql,
  requestIds: readonly string[],
  end: End = null,
): Promise<ReadonlyMap<string, TutoringSession[]>> {
  if (requestIds.length === 0) return new Map()
  const rows = await sql<
    SessionRow[]
  >`${selectSessions(sql, end)} WHERE s.request_id = ANY(${requestIds as string[]}::uuid[]) ORDER BY s.ordinal`
  return Map.groupBy(rows.map(toSession), ({ requestId }) => requestId)
}

export const toSession = (row: SessionRow): TutoringSession => ({
  id: row.id,
  requestId: row.request_id,
  ordinal: row.ordinal,
  state: row.state,
  tutorId: row.tutor_id,
  tutorName: nameOf(row.tutor_first, row.tutor_last),
  studentName: nameOf(row.student_first, row.student_last),
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  studentTimeZone: row.student_time_zone,
  tutorTimeZone: row.tutor_time_zone,
  format: row.format,
  place: row.place,
  amount: row.amount,
  currency: row.currency,
  cancelledBy: row.cancelled_by,
  refund: row.refund,
  rating: row.rating,
  comment: row.comment,
})

const plain = (row: RequestRow, sessions: readonly TutoringSession[]) => ({
  id: row.id,
  status: row.status,
  createdAt: row.created_at,
  tutoringGoals: row.tutoring_goals ?? '',
  struggleAreas: [...(row.struggle_areas ?? [])],
  preferredTimes: [...row.preferred_times],
  preferredFormat: row.preferred_format,
  interestedInBundle: row.interested_in_bundle,
  paidAt: row.paid_at,
  sessionsPaid: row.sessions_paid,
  sessionsLeft: row.situation === 'accepted' ? Math.max(0, row.sessions_paid - row.sessions_planned) : 0,
  sessions: [...sessions],
})

export const toOwnRequest = (row: RequestRow, sessions: readonly TutoringSession[]): OwnTutoringRequest => ({
  ...plain(row, sessions),
  declinedFor: row.situation === 'declined' ? row.decided_for : null,
  tutor: row.tutor_id ? { id: row.tutor_id, name: nameOf(row.tutor_first, row.tutor_last), averageRating: row.average_rating } : null,
  price: row.price !== null && row.currency !== null ? { amount: row.price, currency: row.currency } : null,
  refunded: row.refunded,
})

export const toTutorsRequest = (row: RequestRow, sessions: readonly TutoringSession[]): TutorsRequest => ({
  ...plain(row, sessions),
  studentName: row.full_name ?? NOBODY,
  currentRole: row.current_role,
  expectedExamDate: row.expected_exam_date,
  takenNREMTBefore: row.taken_nremt_before,
  wantsStudyPlan: row.wants_study_plan,
  hasWebcamMic: row.has_webcam_mic,
  additionalNotes: row.additional_notes,
  studentTimeZone: row.time_zone,
})

export const toAdminRequest = (row: RequestRow, sessions: readonly TutoringSession[]): AdminTutoringRequest => ({
  ...toOwnRequest(row, sessions),
  userId: row.user_id,
  fullName: row.full_name ?? NOBODY,
  email: row.email ?? '',
  phoneNumber: row.phone_number,
  preferredContactMethod: row.preferred_contact_method,
  currentRole: row.current_role,
  currentProgram: row.current_program,
  expectedExamDate: row.expected_exam_date,
  takenNREMTBefore: row.taken_nremt_before,
  previousAttempts: row.previous_attempts,
  hasWebcamMic: row.has_webcam_mic,
  wantsStudyPlan: row.wants_study_plan,
  additionalNotes: row.additional_notes,
  agreesToTerms: row.agrees_to_terms,
  timeZone: row.time_zone,
})
