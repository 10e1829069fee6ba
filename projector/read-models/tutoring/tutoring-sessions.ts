import type { Recorded } from '@medicready/domain/core/event'
import type { Participant, SessionFormat, SessionState } from '@medicready/domain/tutoring/shown/rules'
import { addVersion, defineReadModel, type RowOf, type Rows, rowFrom, table, typed } from '../definition.ts'

const session = {
  id: 'uuid',
  request_id: 'uuid',
  user_id: 'uuid',
  tutor_id: 'uuid',
  ordinal: 'integer',
  state: typed<SessionState>('text'),
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  student_time_zone: 'coded text',
  tutor_time_zone: 'coded text',
  format: typed<SessionFormat>('text'),
  place: 'text?',
  /** Cents; the session's share of the payment, */
  amount: 'integer',
  currency: 'coded text',
  /** and how it is split once settled. */
  refund: 'integer',
  fee: 'integer',
  earned: 'integer',
  cancelled_by: typed<Participant>('text?'),
  settled_at: 'timestamptz?',
  rating: 'integer?',
  comment: 'text?',
} as const

const tables = {
  tutoring_sessions: table({
    key: ['id'],
    columns: { ...session, /** How often it was changed. */ changes: 'integer' },
    foundBy: ['user_id'],
    indexes: [
      '(starts_at, id)',
      '(request_id, ordinal)',
      '(tutor_id, starts_at)',
      '(user_id, starts_at)',
      '(state, starts_at)',
      "(starts_at) WHERE state = 'scheduled'",
    ],
  }),
  /** History for viewing an earlier day. */
  tutoring_session_versions: table({
    key: ['id', 'change'],
    columns: {
      ...session,
      /** Counted from 0. */ change: 'integer',
      since: 'timestamptz',
      /** Null while it holds. */ until: 'timestamptz?',
    },
    foundBy: ['user_id'],
    indexes: ['(starts_at, id)', '(state, starts_at)', '(request_id, ordinal)'],
  }),
}

type Session = RowOf<typeof tables.tutoring_sessions>
type Rowed = Rows<typeof tables>

function keep({ changes: change, ...session }: Session, since: string, { tutoring_sessions, tutoring_session_versions }: Rowed): void {
  addVersion(tutoring_session_versions, { ...session, change, since, until: null })
  tutoring_sessions.set({ ...session, changes: change + 1 })
}

function change({ data, metadata }: Recorded & { readonly data: { readonly sessionId: string } }, rows: Rowed, to: Partial<Session>): void {
  const session = rows.tutoring_sessions.get({ id: data.sessionId })
  if (session) keep({ ...session, ...to }, metadata.occurredAt, rows)
}

const unsaid = { place: null, comment: null }

interface Settlement {
  readonly refund: number
  readonly fee: number
  readonly earned: number
  readonly at: string
}
const parted = ({ refund, fee, earned, at }: Settlement) => ({ refund, fee, earned, settled_at: at })

export const tutoringSessions = defineReadModel({
  name: 'tutoring/tutoring-sessions',
  version: 3,
  tables,
  on: {
    TutoringSessionScheduled: ({ data, metadata }, rows) => {
      const of = { id: data.sessionId, state: 'scheduled' } as const
      keep(rowFrom(tables.tutoring_sessions, data, of), metadata.occurredAt, rows)
    },
    TutoringSessionRescheduled: (fact, rows) => {
      const { startsAt, endsAt, studentTimeZone, tutorTimeZone, format, place } = fact.data
      const zones = { student_time_zone: studentTimeZone, tutor_time_zone: tutorTimeZone }
      change(fact, rows, { starts_at: startsAt, ends_at: endsAt, ...zones, format, place })
    },
    TutoringSessionCompleted: (fact, rows) => change(fact, rows, { state: 'completed', ...parted(fact.data) }),
    TutoringSessionMissed: (fact, rows) => change(fact, rows, { state: 'missed', ...parted(fact.data) }),
    TutoringSessionCancelled: (fact, rows) => change(fact, rows, { state: 'cancelled', cancelled_by: fact.data.as, ...parted(fact.data) }),
    TutoringSessionDropped: (fact, rows) => change(fact, rows, { state: 'cancelled', cancelled_by: 'student', ...parted(fact.data) }),
    TutoringSessionRated: (fact, rows) => change(fact, rows, { rating: fact.data.rating, comment: fact.data.comment }),
    AccountErased: ({ data: { userId: user_id } }, { tutoring_sessions, tutoring_session_versions }) => {
      for (const session of tutoring_sessions.where({ user_id })) tutoring_sessions.set({ ...session, ...unsaid })
      for (const version of tutoring_session_versions.where({ user_id })) tutoring_session_versions.set({ ...version, ...unsaid })
    },
  },
})
