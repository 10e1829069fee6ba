import { weekOf } from '@medicready/domain/core/calendar'
import {
  sessionCompleted,
  sessionRated,
  sessionScheduled,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from '@medicready/domain/tutoring/testing/tutoring-facts'
import { currency, type Deed, noon, type School } from './business-deeds.ts'

/** In cents: the price of a lesson, and the platform's share. */
const LESSON = 5_000
const FEE = 1_000

/** A request, and where it is accepted its lessons, a week apart. */
export function lessonsOf(userId: string, fullName: string, from: number, school: School): Deed[] {
  const { chance, adminId } = school
  const requestId = chance.uuid()
  const stream = `tutoringRequest-${requestId}`
  const tutorId = chance.pick(school.tutors)
  const of = (day: number, by: string | null) => ({ userId, requestId, by, at: noon(school, day) })
  const count = chance.happens(0.3) ? 5 : 1
  const wish = { fullName, email: `${userId}@example.org`, wantsStudyPlan: true, interestedInBundle: count > 1, timeZone: 'UTC' }
  const requested: Deed = {
    day: from,
    does: (happens) => happens(stream, tutoringRequested({ ...of(from, userId), ...wish }), userId),
  }
  if (chance.happens(0.25)) return [requested]
  const price = { sessions: count, amount: count * LESSON, currency }
  const accepted: Deed = {
    day: from + 1,
    does: (happens) => {
      happens(stream, tutoringAccepted({ ...of(from + 1, adminId), tutorId, ...price }), adminId)
      const paid = { checkoutId: `cs_${requestId}`, paymentId: `pi_${requestId}`, ...price, fee: count * FEE }
      happens(stream, tutoringPaid({ ...of(from + 1, null), ...paid }), 'worker')
    },
  }
  const lessons = Array.from({ length: count }, (_, index) => lesson(from + 2 + 7 * index, index + 1, { of, stream, tutorId }, school))
  return [requested, accepted, ...lessons.flat()]
}

interface Lessons {
  readonly of: (day: number, by: string | null) => { userId: string; requestId: string; by: string | null; at: string }
  readonly stream: string
  readonly tutorId: string
}

function lesson(day: number, ordinal: number, { of, stream, tutorId }: Lessons, school: School): Deed[] {
  const { chance } = school
  const sessionId = chance.uuid()
  const startsAt = noon(school, day + 3)
  const planned: Deed = {
    day,
    does: (happens) => {
      const session = { ...of(day, tutorId), sessionId, tutorId, startsAt, as: 'tutor', ordinal, amount: LESSON, currency } as const
      happens(stream, sessionScheduled({ ...session, place: null, studentTimeZone: 'UTC', tutorTimeZone: 'UTC' }), tutorId)
    },
  }
  if (chance.happens(0.1)) return [planned]
  const share = { amount: LESSON, fee: FEE, earned: LESSON - FEE, currency }
  const held: Deed = {
    day: day + 4,
    does: (happens) => {
      const ofHeld = { ...of(day + 4, tutorId), sessionId, tutorId }
      happens(stream, sessionCompleted({ ...ofHeld, startsAt, refund: 0, ...share }), tutorId)
      happens(stream, sessionRated({ ...ofHeld, rating: 3 + chance.below(3) }), tutorId)
      const { requestId, at } = ofHeld
      const week = weekOf(startsAt.slice(0, 10))
      const earned = { userId: tutorId, at, week, requestId, sessionId, kind: 'completed', ...share } as const
      happens(`payout-${tutorId}_${week}`, { type: 'TutorEarned', data: earned }, 'worker')
    },
  }
  return [planned, held]
}
