import type { Recorded } from '@medicready/domain/core/event'
import type { Availability } from '@medicready/domain/tutoring/availability'
import type { TutorSituation } from '@medicready/domain/tutoring/shown/rules'
import { addVersion, defineReadModel, newRow, type RowOf, type Rows, rowFrom, table, typed, update } from '../definition.ts'

/** Contains no free text. */
const standing = {
  situation: typed<TutorSituation>('text'),
  years_of_experience: 'integer',
  weekly_hours: 'integer',
  applied_at: 'timestamptz',
  decided_at: 'timestamptz?',
  /** Only the latest rating per session counts. */
  ratings: 'integer',
  rating_sum: 'integer',
  average_rating: 'double precision?',
  sessions_held: 'integer',
} as const
export const tutorStandingColumns = Object.keys(standing)

const tables = {
  tutors: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      certification_number: 'text?',
      certified_until: 'text?',
      about: 'text?',
      decided_for: 'text?',
      time_zone: 'coded text',
      availability: typed<Availability | null>('jsonb?'),
      ...standing,
      changes: 'integer',
    },
    indexes: ['(applied_at, user_id)', '(situation, applied_at)'],
  }),
  /** History for viewing an earlier day. */
  tutor_versions: table({
    key: ['user_id', 'change'],
    columns: {
      user_id: 'uuid',
      change: 'integer',
      since: 'timestamptz',
      until: 'timestamptz?',
      ...standing,
    },
  }),
}

type Tutor = RowOf<typeof tables.tutors>
type Rowed = Rows<typeof tables>

function keep(tutor: Tutor, since: string, { tutors, tutor_versions }: Rowed): void {
  const { changes: change } = tutor
  addVersion(tutor_versions, newRow(tables.tutor_versions, { ...tutor, change, since }))
  tutors.set({ ...tutor, changes: change + 1 })
}

function change(
  user_id: string,
  { metadata }: Pick<Recorded, 'metadata'>,
  rows: Rowed,
  to: Partial<Tutor> | ((tutor: Tutor) => Partial<Tutor>),
): void {
  const tutor = rows.tutors.get({ user_id })
  if (tutor) keep({ ...tutor, ...(typeof to === 'function' ? to(tutor) : to) }, metadata.occurredAt, rows)
}

export const tutors = defineReadModel({
  name: 'tutoring/tutors',
  version: 2,
  tables,
  on: {
    TutorApplied: ({ data, metadata }, rows) => {
      const applied = rowFrom(tables.tutors, data, {
        situation: 'applied',
        applied_at: data.at,
        changes: rows.tutors.get({ user_id: data.userId })?.changes ?? 0,
      })
      keep(applied, metadata.occurredAt, rows)
    },
    TutorApproved: (fact, rows) =>
      change(fact.data.userId, fact, rows, { situation: 'approved', decided_at: fact.data.at, decided_for: fact.data.reason }),
    TutorDeclined: (fact, rows) =>
      change(fact.data.userId, fact, rows, { situation: 'declined', decided_at: fact.data.at, decided_for: fact.data.reason }),
    TutorAvailabilitySet: ({ data: { userId: user_id, timeZone, weekly, exceptions } }, { tutors }) =>
      update(tutors, { user_id }, { time_zone: timeZone, availability: { timeZone, weekly, exceptions } }),
    TutoringSessionCompleted: (fact, rows) =>
      change(fact.data.tutorId, fact, rows, ({ sessions_held }) => ({ sessions_held: sessions_held + 1 })),
    TutoringSessionRated: (fact, rows) =>
      change(fact.data.tutorId, fact, rows, (tutor) => {
        const { rating, formerRating } = fact.data
        const ratings = tutor.ratings + (formerRating === null ? 1 : 0)
        const rating_sum = tutor.rating_sum + rating - (formerRating ?? 0)
        return { ratings, rating_sum, average_rating: rating_sum / ratings }
      }),
    AccountErased: ({ data: { userId: user_id } }, { tutors }) =>
      update(tutors, { user_id }, { certification_number: null, certified_until: null, about: null, decided_for: null }),
  },
})
