import type { Recorded } from '@medicready/domain/core/event'
import type { ContactMethod, CurrentRole, PreferredFormat, PreferredTime, RequestStatus } from '@medicready/domain/tutoring/shown/rules'
import { type RequestState, statusOfCounts } from '@medicready/domain/tutoring/tutoring-request'
import { addVersion, defineReadModel, newRow, type RowOf, type Rows, rowFrom, table, typed } from '../definition.ts'

const standing = {
  status: typed<RequestStatus>('text'),
  situation: typed<RequestState['situation']>('text'),
  decided_at: 'timestamptz?',
  tutor_id: 'uuid?',
  price: 'integer?',
  currency: 'coded text?',
  paid_at: 'timestamptz?',
  sessions_paid: 'integer',
  sessions_planned: 'integer',
  sessions_open: 'integer',
  sessions_cancelled: 'integer',
  refunded: 'integer',
} as const
export const standingColumns = Object.keys(standing)

const tables = {
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
      time_zone: 'coded text',
      created_at: 'timestamptz',
      decided_for: 'text?',
      ...standing,
      changes: 'integer',
    },
    foundBy: ['user_id'],
    indexes: ['(created_at, id)', '(user_id, created_at)', '(tutor_id, created_at)', '(status, created_at)'],
  }),
  /** History for viewing an earlier day. */
  tutoring_request_versions: table({
    key: ['id', 'change'],
    columns: {
      id: 'uuid',
      change: 'integer',
      since: 'timestamptz',
      until: 'timestamptz?',
      ...standing,
    },
  }),
}

type Request = RowOf<typeof tables.tutoring_requests>
type Rowed = Rows<typeof tables>

function keep(request: Request, since: string, { tutoring_requests, tutoring_request_versions }: Rowed): void {
  const { changes: change } = request
  addVersion(tutoring_request_versions, newRow(tables.tutoring_request_versions, { ...request, change, since }))
  tutoring_requests.set({ ...request, changes: change + 1 })
}

function change(
  { data, metadata }: Recorded & { readonly data: { readonly requestId: string } },
  rows: Rowed,
  to: Partial<Request> | ((request: Request) => Partial<Request>),
): void {
  const before = rows.tutoring_requests.get({ id: data.requestId })
  if (!before) return
  const request = { ...before, ...(typeof to === 'function' ? to(before) : to) }
  const status = statusOfCounts({
    situation: request.situation,
    paid: request.sessions_paid,
    planned: request.sessions_planned,
    open: request.sessions_open,
    cancelled: request.sessions_cancelled,
  })
  keep({ ...request, status }, metadata.occurredAt, rows)
}

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
  version: 3,
  tables,
  on: {
    TutoringRequested: ({ data, metadata }, rows) => {
      const asked = rowFrom(tables.tutoring_requests, data, {
        id: data.requestId,
        taken_nremt_before: data.takenNREMTBefore,
        status: 'pending',
        situation: 'pending',
        created_at: data.at,
      })
      keep(asked, metadata.occurredAt, rows)
    },
    TutoringRequestAccepted: (fact, rows) => {
      const { at: decided_at, reason: decided_for, tutorId: tutor_id, amount: price, currency } = fact.data
      change(fact, rows, { situation: 'accepted', decided_at, decided_for, tutor_id, price, currency })
    },
    TutoringRequestDeclined: (fact, rows) =>
      change(fact, rows, { situation: 'declined', decided_at: fact.data.at, decided_for: fact.data.reason }),
    TutoringTutorAssigned: (fact, rows) => change(fact, rows, { tutor_id: fact.data.tutorId }),
    TutoringRequestCancelled: (fact, rows) => change(fact, rows, { situation: 'ended' }),
    TutoringRequestClosed: (fact, rows) => change(fact, rows, { situation: 'ended' }),
    TutoringPaid: (fact, rows) => change(fact, rows, { paid_at: fact.data.at, sessions_paid: fact.data.sessions }),
    TutoringRefunded: (fact, rows) => change(fact, rows, ({ refunded }) => ({ refunded: refunded + fact.data.amount })),
    TutoringRefundFailed: (fact, rows) => change(fact, rows, ({ refunded }) => ({ refunded: refunded - fact.data.amount })),
    TutoringRefundMended: (fact, rows) => change(fact, rows, ({ refunded }) => ({ refunded: refunded + fact.data.amount })),
    TutoringSessionScheduled: (fact, rows) =>
      change(fact, rows, ({ sessions_planned, sessions_open }) => ({
        sessions_planned: sessions_planned + 1,
        sessions_open: sessions_open + 1,
      })),
    TutoringSessionCompleted: (fact, rows) => change(fact, rows, settled),
    TutoringSessionMissed: (fact, rows) => change(fact, rows, settled),
    TutoringSessionCancelled: (fact, rows) => change(fact, rows, cancelled),
    TutoringSessionDropped: (fact, rows) => change(fact, rows, cancelled),
    AccountErased: ({ data: { userId: user_id } }, { tutoring_requests }) => {
      for (const request of tutoring_requests.where({ user_id })) tutoring_requests.set({ ...request, ...unsaid })
    },
  },
})
