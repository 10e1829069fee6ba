import type { ContactMethod, CurrentRole, PreferredFormat, PreferredTime, RequestStatus } from '@medicready/domain/tutoring/rules'
import { type RequestState, statusOfCounts } from '@medicready/domain/tutoring/tutoring-request'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

const tables = {
  /** Who asks for tutoring, and what has become of it. */
  tutoring_requests: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      user_id: 'uuid',
      full_name: 'text?',
      email: 'text?',
      phone_number: 'text?',
      preferred_contact_method: typed<ContactMethod>('text'),
      current_role: typed<CurrentRole>('text'),
      current_program: 'text?',
      expected_exam_date: 'text?',
      tutoring_goals: 'text?',
      struggle_areas: typed<readonly string[] | null>('jsonb?'),
      taken_nremt_before: 'boolean',
      previous_attempts: 'integer?',
      preferred_times: typed<readonly PreferredTime[]>('jsonb'),
      preferred_format: typed<PreferredFormat>('text'),
      has_webcam_mic: 'boolean',
      wants_study_plan: 'boolean',
      interested_in_bundle: 'boolean',
      additional_notes: 'text?',
      agrees_to_terms: 'boolean',
      time_zone: 'text',
      status: typed<RequestStatus>('text'),
      situation: typed<RequestState['situation']>('text'),
      created_at: 'timestamptz',
      /** When it was accepted or declined, */
      decided_at: 'timestamptz?',
      /** and why. */
      decided_for: 'text?',
      tutor_id: 'uuid?',
      price: 'integer?',
      currency: 'text?',
      paid_at: 'timestamptz?',
      sessions_paid: 'integer',
      /** Those that were ever planned, */
      sessions_planned: 'integer',
      /** those that are still, */
      sessions_open: 'integer',
      /** and those that were cancelled. */
      sessions_cancelled: 'integer',
      /** What was paid back, in cents. */
      refunded: 'integer',
    },
    indexes: ['(created_at, id)', '(user_id, created_at)', '(tutor_id, created_at)', '(status, created_at)'],
  }),
  /** Whose words are to be taken out when somebody is erased. */
  tutoring_requests_of_people: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', requests: typed<readonly string[]>('jsonb') },
    private: true,
  }),
}

type Requests = KeptRows<typeof tables.tutoring_requests>
type Request = RowOf<typeof tables.tutoring_requests>

/** Changes a request, and with it what it is as a whole. */
function change(requests: Requests, id: string, to: (request: Request) => Partial<Request>): void {
  const before = requests.get({ id })
  if (!before) return
  const request = { ...before, ...to(before) }
  const status = statusOfCounts({
    situation: request.situation,
    paid: request.sessions_paid,
    planned: request.sessions_planned,
    open: request.sessions_open,
    cancelled: request.sessions_cancelled,
  })
  requests.set({ ...request, status })
}

/** What is left of the words of somebody who was erased. */
const unsaid = {
  full_name: null,
  email: null,
  phone_number: null,
  current_program: null,
  expected_exam_date: null,
  tutoring_goals: null,
  struggle_areas: null,
  additional_notes: null,
  decided_for: null,
} as const

const settled = ({ sessions_open }: Request) => ({ sessions_open: sessions_open - 1 })
const cancelled = ({ sessions_open, sessions_cancelled }: Request) => ({
  sessions_open: sessions_open - 1,
  sessions_cancelled: sessions_cancelled + 1,
})

export const tutoringRequests = defineReadModel({
  name: 'tutoring/tutoring-requests',
  version: 1,
  tables,
  on: {
    TutoringRequested: ({ data }, { tutoring_requests, tutoring_requests_of_people }) => {
      const { requestId: id, userId: user_id } = data
      tutoring_requests.set({
        id,
        user_id,
        full_name: data.fullName,
        email: data.email,
        phone_number: data.phoneNumber,
        preferred_contact_method: data.preferredContactMethod,
        current_role: data.currentRole,
        current_program: data.currentProgram,
        expected_exam_date: data.expectedExamDate,
        tutoring_goals: data.tutoringGoals,
        struggle_areas: data.struggleAreas,
        taken_nremt_before: data.takenNREMTBefore,
        previous_attempts: data.previousAttempts,
        preferred_times: data.preferredTimes,
        preferred_format: data.preferredFormat,
        has_webcam_mic: data.hasWebcamMic,
        wants_study_plan: data.wantsStudyPlan,
        interested_in_bundle: data.interestedInBundle,
        additional_notes: data.additionalNotes,
        agrees_to_terms: data.agreesToTerms,
        time_zone: data.timeZone,
        status: 'pending',
        situation: 'pending',
        created_at: data.at,
        decided_at: null,
        decided_for: null,
        tutor_id: null,
        price: null,
        currency: null,
        paid_at: null,
        sessions_paid: 0,
        sessions_planned: 0,
        sessions_open: 0,
        sessions_cancelled: 0,
        refunded: 0,
      })
      const before = tutoring_requests_of_people.get({ user_id })?.requests ?? []
      tutoring_requests_of_people.set({ user_id, requests: [...before, id] })
    },
    TutoringRequestAccepted: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, () => ({
        situation: 'accepted',
        decided_at: data.at,
        decided_for: data.reason,
        tutor_id: data.tutorId,
        price: data.amount,
        currency: data.currency,
      })),
    TutoringRequestDeclined: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, () => ({ situation: 'declined', decided_at: data.at, decided_for: data.reason })),
    TutoringTutorAssigned: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, () => ({ tutor_id: data.tutorId })),
    TutoringRequestCancelled: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, () => ({ situation: 'ended' })),
    TutoringRequestClosed: ({ data }, { tutoring_requests }) => change(tutoring_requests, data.requestId, () => ({ situation: 'ended' })),
    TutoringPaid: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, () => ({ paid_at: data.at, sessions_paid: data.sessions })),
    TutoringRefunded: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, ({ refunded }) => ({ refunded: refunded + data.amount })),
    TutoringSessionScheduled: ({ data }, { tutoring_requests }) =>
      change(tutoring_requests, data.requestId, ({ sessions_planned, sessions_open }) => ({
        sessions_planned: sessions_planned + 1,
        sessions_open: sessions_open + 1,
      })),
    TutoringSessionCompleted: ({ data }, { tutoring_requests }) => change(tutoring_requests, data.requestId, settled),
    TutoringSessionMissed: ({ data }, { tutoring_requests }) => change(tutoring_requests, data.requestId, settled),
    TutoringSessionCancelled: ({ data }, { tutoring_requests }) => change(tutoring_requests, data.requestId, cancelled),
    TutoringSessionDropped: ({ data }, { tutoring_requests }) => change(tutoring_requests, data.requestId, cancelled),
    AccountErased: ({ data }, { tutoring_requests, tutoring_requests_of_people }) => {
      for (const id of tutoring_requests_of_people.get({ user_id: data.userId })?.requests ?? [])
        change(tutoring_requests, id, () => unsaid)
    },
  },
})
