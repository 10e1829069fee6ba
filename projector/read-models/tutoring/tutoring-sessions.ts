import type { Participant, SessionFormat, SessionState } from '@medicready/domain/tutoring/rules'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

const tables = {
  tutoring_sessions: table({
    key: ['id'],
    columns: {
      id: 'uuid',
      request_id: 'uuid',
      user_id: 'uuid',
      tutor_id: 'uuid',
      ordinal: 'integer',
      state: typed<SessionState>('text'),
      starts_at: 'timestamptz',
      ends_at: 'timestamptz',
      student_time_zone: 'text',
      tutor_time_zone: 'text',
      format: typed<SessionFormat>('text'),
      place: 'text?',
      /** In cents, as all that follows: its share of what was paid, */
      amount: 'integer',
      currency: 'text',
      /** and how it is parted once the session is settled. */
      refund: 'integer',
      fee: 'integer',
      earned: 'integer',
      cancelled_by: typed<Participant>('text?'),
      settled_at: 'timestamptz?',
      rating: 'integer?',
      comment: 'text?',
    },
    indexes: [
      '(starts_at, id)',
      '(request_id, ordinal)',
      '(tutor_id, starts_at)',
      '(user_id, starts_at)',
      '(state, starts_at)',
      "(starts_at) WHERE state = 'scheduled'",
    ],
  }),
  /** Whose words are to be taken out when somebody is erased. */
  tutoring_sessions_of_people: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', sessions: typed<readonly string[]>('jsonb') },
    private: true,
  }),
}

type Sessions = KeptRows<typeof tables.tutoring_sessions>
type Session = RowOf<typeof tables.tutoring_sessions>

function change(sessions: Sessions, id: string, to: Partial<Session>): void {
  const session = sessions.get({ id })
  if (session) sessions.set({ ...session, ...to })
}

interface Settlement {
  readonly refund: number
  readonly fee: number
  readonly earned: number
  readonly at: string
}
const parted = ({ refund, fee, earned, at }: Settlement) => ({ refund, fee, earned, settled_at: at })

export const tutoringSessions = defineReadModel({
  name: 'tutoring/tutoring-sessions',
  version: 1,
  tables,
  on: {
    TutoringSessionScheduled: ({ data }, { tutoring_sessions, tutoring_sessions_of_people }) => {
      const { sessionId: id, userId: user_id } = data
      tutoring_sessions.set({
        id,
        request_id: data.requestId,
        user_id,
        tutor_id: data.tutorId,
        ordinal: data.ordinal,
        state: 'scheduled',
        starts_at: data.startsAt,
        ends_at: data.endsAt,
        student_time_zone: data.studentTimeZone,
        tutor_time_zone: data.tutorTimeZone,
        format: data.format,
        place: data.place,
        amount: data.amount,
        currency: data.currency,
        refund: 0,
        fee: 0,
        earned: 0,
        cancelled_by: null,
        settled_at: null,
        rating: null,
        comment: null,
      })
      const before = tutoring_sessions_of_people.get({ user_id })?.sessions ?? []
      tutoring_sessions_of_people.set({ user_id, sessions: [...before, id] })
    },
    TutoringSessionRescheduled: ({ data }, { tutoring_sessions }) =>
      change(tutoring_sessions, data.sessionId, {
        starts_at: data.startsAt,
        ends_at: data.endsAt,
        student_time_zone: data.studentTimeZone,
        tutor_time_zone: data.tutorTimeZone,
        format: data.format,
        place: data.place,
      }),
    TutoringSessionCompleted: ({ data }, { tutoring_sessions }) =>
      change(tutoring_sessions, data.sessionId, { state: 'completed', ...parted(data) }),
    TutoringSessionMissed: ({ data }, { tutoring_sessions }) =>
      change(tutoring_sessions, data.sessionId, { state: 'missed', ...parted(data) }),
    TutoringSessionCancelled: ({ data }, { tutoring_sessions }) =>
      change(tutoring_sessions, data.sessionId, { state: 'cancelled', cancelled_by: data.as, ...parted(data) }),
    TutoringSessionDropped: ({ data }, { tutoring_sessions }) =>
      change(tutoring_sessions, data.sessionId, { state: 'cancelled', cancelled_by: 'student', ...parted(data) }),
    TutoringSessionRated: ({ data }, { tutoring_sessions }) =>
      change(tutoring_sessions, data.sessionId, { rating: data.rating, comment: data.comment }),
    AccountErased: ({ data }, { tutoring_sessions, tutoring_sessions_of_people }) => {
      for (const id of tutoring_sessions_of_people.get({ user_id: data.userId })?.sessions ?? [])
        change(tutoring_sessions, id, { place: null, comment: null })
    },
  },
})
