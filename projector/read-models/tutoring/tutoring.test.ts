import {
  ANA,
  availabilitySet,
  REQUEST,
  SESSION,
  sessionCompleted,
  sessionRated,
  sessionScheduled,
  TUTOR,
  tutorApplied,
  tutorApproved,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { tutorPayouts } from './tutor-payouts.ts'
import { tutoringRequests } from './tutoring-requests.ts'
import { tutoringSessions } from './tutoring-sessions.ts'
import { tutors } from './tutors.ts'

const asked = [tutoringRequested(), tutoringAccepted(), tutoringPaid()]
const planned = [...asked, sessionScheduled()]
const held = [...planned, sessionCompleted()]
const erased = (userId: string) => ({ type: 'AccountErased', data: { userId } }) as const

test('a request shows its current status', async () => {
  await given(tutoringRequests, [tutoringRequested()]).leaves({ tutoring_requests: [{ id: REQUEST, status: 'pending', price: null }] })
  await given(tutoringRequests, asked).leaves({
    tutoring_requests: [{ status: 'accepted', tutor_id: TUTOR, price: 22_500, sessions_paid: 5, sessions_planned: 0 }],
  })
  await given(tutoringRequests, planned).leaves({ tutoring_requests: [{ status: 'scheduled', sessions_planned: 1, sessions_open: 1 }] })
  await given(tutoringRequests, held).leaves({ tutoring_requests: [{ status: 'accepted', sessions_open: 0, sessions_cancelled: 0 }] })
})

test("an erased student's texts are removed, and the numbers stay", async () => {
  await given(tutoringRequests, [...held, erased(ANA)]).leaves({
    tutoring_requests: [
      { id: REQUEST, full_name: null, email: null, tutoring_goals: null, struggle_areas: null, decided_for: null, price: 22_500 },
    ],
  })
  await given(tutoringSessions, [...held, sessionRated({ comment: 'Patient.' }), erased(ANA)]).leaves({
    tutoring_sessions: [{ id: SESSION, place: null, comment: null, rating: 5, amount: 4_500, fee: 900, earned: 3_600, state: 'completed' }],
  })
})

test("each session counts once in a tutor's rating, with its latest rating", async () => {
  const tutor = [tutorApplied(), tutorApproved(), availabilitySet(), ...held]
  const rated = [...tutor, sessionRated({ rating: 2 }), sessionRated({ rating: 4, formerRating: 2 }), sessionRated({ rating: 5 })]
  await given(tutors, rated).leaves({
    tutors: [{ user_id: TUTOR, situation: 'approved', ratings: 2, rating_sum: 9, average_rating: 4.5, sessions_held: 1 }],
  })
  await given(tutors, [...rated, erased(TUTOR)]).leaves({ tutors: [{ certification_number: null, about: null, average_rating: 4.5 }] })
})

test('a week sums its earnings until it is reported', async () => {
  const of = { userId: TUTOR, at: '2026-03-10T16:00:00.000Z', week: '2026-03-09' }
  const cents = { amount: 4_500, fee: 900, earned: 3_600, currency: 'usd' }
  const earned = (sessionId: string) =>
    ({ type: 'TutorEarned', data: { ...of, ...cents, sessionId, requestId: REQUEST, kind: 'completed' } }) as const
  const both = [earned(SESSION), earned(ANA)]
  const sum = { sessions: 2, amount: 9_000, fee: 1_800, earned: 7_200, currency: 'usd' }
  await given(tutorPayouts, both).leaves({ tutor_payouts: [{ ...sum, reported_at: null }] })
  const reported = { type: 'TutorPayoutReported', data: { ...of, ...sum, at: '2026-03-16T00:17:00.000Z' } } as const
  await given(tutorPayouts, [...both, reported]).leaves({ tutor_payouts: [{ ...sum, reported_at: '2026-03-16T00:17:00.000Z' }] })
})

test('earlier states of requests, sessions and tutors are kept, without texts of erased users', async () => {
  await given(tutoringRequests, [...held, erased(ANA)]).leaves({
    tutoring_request_versions: [
      { id: REQUEST, change: 0, status: 'pending', tutor_id: null },
      { change: 1, status: 'accepted', price: 22_500 },
      { change: 2, sessions_paid: 5 },
      { change: 3, status: 'scheduled' },
      { change: 4, status: 'accepted', until: null },
    ],
  })
  const comment = 'Patient.'
  const said = [...held, sessionRated({ rating: 3, comment }), sessionRated({ rating: 4, formerRating: 3, comment })]
  await given(tutoringSessions, said).leaves({
    tutoring_session_versions: [
      { id: SESSION, change: 0, state: 'scheduled', rating: null },
      { change: 1, state: 'completed', rating: null },
      { change: 2, rating: 3, comment },
      { change: 3, rating: 4, comment, until: null },
    ],
  })
  const { tutoring_session_versions } = await given(tutoringSessions, [...said, erased(ANA)]).rows()
  expect(tutoring_session_versions.map(({ place, comment }) => [place, comment])).toEqual(Array(4).fill([null, null]))
  const tutor = [tutorApplied(), tutorApproved(), ...held]
  await given(tutors, tutor).leaves({
    tutor_versions: [
      { user_id: TUTOR, change: 0, situation: 'applied' },
      { change: 1, situation: 'approved', sessions_held: 0 },
      { change: 2, sessions_held: 1, until: null },
    ],
  })
})
