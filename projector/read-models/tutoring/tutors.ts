import type { Availability } from '@medicready/domain/tutoring/availability'
import type { TutorSituation } from '@medicready/domain/tutoring/rules'
import { defineReadModel, type KeptRows, type RowOf, table, typed } from '../definition.ts'

const tables = {
  /** Tutors, and who has applied as one. */
  tutors: table({
    key: ['user_id'],
    columns: {
      user_id: 'uuid',
      situation: typed<TutorSituation>('text'),
      certification_number: 'text?',
      certified_until: 'text?',
      years_of_experience: 'integer',
      weekly_hours: 'integer',
      about: 'text?',
      applied_at: 'timestamptz',
      decided_at: 'timestamptz?',
      decided_for: 'text?',
      time_zone: 'text',
      availability: typed<Availability | null>('jsonb?'),
      /** Each session counts once, by its newest rating. */
      ratings: 'integer',
      rating_sum: 'integer',
      /** Null before the first. */
      average_rating: 'double precision?',
      sessions_held: 'integer',
    },
    indexes: ['(applied_at, user_id)', '(situation, applied_at)'],
  }),
}

type Tutors = KeptRows<typeof tables.tutors>
type Tutor = RowOf<typeof tables.tutors>

function change(tutors: Tutors, user_id: string, to: (tutor: Tutor) => Partial<Tutor>): void {
  const tutor = tutors.get({ user_id })
  if (tutor) tutors.set({ ...tutor, ...to(tutor) })
}

export const tutors = defineReadModel({
  name: 'tutoring/tutors',
  version: 1,
  tables,
  on: {
    TutorApplied: ({ data }, { tutors }) =>
      tutors.set({
        user_id: data.userId,
        situation: 'applied',
        certification_number: data.certificationNumber,
        certified_until: data.certifiedUntil,
        years_of_experience: data.yearsOfExperience,
        weekly_hours: data.weeklyHours,
        about: data.about,
        applied_at: data.at,
        decided_at: null,
        decided_for: null,
        time_zone: data.timeZone,
        availability: null,
        ratings: 0,
        rating_sum: 0,
        average_rating: null,
        sessions_held: 0,
      }),
    TutorApproved: ({ data }, { tutors }) =>
      change(tutors, data.userId, () => ({ situation: 'approved', decided_at: data.at, decided_for: data.reason })),
    TutorDeclined: ({ data }, { tutors }) =>
      change(tutors, data.userId, () => ({ situation: 'declined', decided_at: data.at, decided_for: data.reason })),
    TutorAvailabilitySet: ({ data }, { tutors }) => {
      const { timeZone, weekly, exceptions } = data
      change(tutors, data.userId, () => ({ time_zone: timeZone, availability: { timeZone, weekly, exceptions } }))
    },
    TutoringSessionCompleted: ({ data }, { tutors }) =>
      change(tutors, data.tutorId, ({ sessions_held }) => ({ sessions_held: sessions_held + 1 })),
    TutoringSessionRated: ({ data }, { tutors }) =>
      change(tutors, data.tutorId, (tutor) => {
        const { rating, formerRating } = data
        const ratings = tutor.ratings + (formerRating === null ? 1 : 0)
        const rating_sum = tutor.rating_sum + rating - (formerRating ?? 0)
        return { ratings, rating_sum, average_rating: rating_sum / ratings }
      }),
    AccountErased: ({ data }, { tutors }) =>
      change(tutors, data.userId, () => ({ certification_number: null, certified_until: null, about: null, decided_for: null })),
  },
})
