import type {
  AdminTutoringRequest,
  OwnTutoringRequest,
  TutoringSession,
  TutorPayout,
  TutorsRequest,
} from '@medicready/domain/contract/tutoring/tutoring'
import type { Sql } from '@medicready/platform/postgres/connection'
import {
  type AsOf,
  type PayoutRow,
  sessionsOfRequests,
  type TutoringRequestRow,
  type TutoringSessionRow,
} from '@medicready/projector/read-models/tutoring/tutoring-queries'

/** The name shown for an erased account. */
const NOBODY = 'Former member'
export const nameOf = (first: string | null, last: string | null): string => [first, last].filter(Boolean).join(' ') || NOBODY

export async function sessionsOf(
  sql: Sql,
  requests: readonly { readonly id: string }[],
  at: AsOf = null,
): Promise<ReadonlyMap<string, TutoringSession[]>> {
  if (requests.length === 0) return new Map()
  const rows = await sessionsOfRequests(sql, { requestIds: requests.map(({ id }) => id), at })
  return Map.groupBy(rows.map(toSession), ({ requestId }) => requestId)
}

export const toSession = (row: TutoringSessionRow): TutoringSession => ({
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

const plain = (row: TutoringRequestRow, sessions: readonly TutoringSession[]) => ({
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

export const toOwnRequest = (row: TutoringRequestRow, sessions: readonly TutoringSession[]): OwnTutoringRequest => ({
  ...plain(row, sessions),
  declinedFor: row.situation === 'declined' ? row.decided_for : null,
  tutor: row.tutor_id ? { id: row.tutor_id, name: nameOf(row.tutor_first, row.tutor_last), averageRating: row.average_rating } : null,
  price: row.price !== null && row.currency !== null ? { amount: row.price, currency: row.currency } : null,
  refunded: row.refunded,
})

export const toTutorsRequest = (row: TutoringRequestRow, sessions: readonly TutoringSession[]): TutorsRequest => ({
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

export const toAdminRequest = (row: TutoringRequestRow, sessions: readonly TutoringSession[]): AdminTutoringRequest => ({
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
