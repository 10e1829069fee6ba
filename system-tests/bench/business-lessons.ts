import { weekOf } from '@medicready/domain/calendar'
import { currency, type Deed, dateOf, noon, type School } from './business-deeds.ts'

/** In cents: the price of a lesson, and the platform's share. */
const LESSON = 5_000
const FEE = 1_000

export function lessonsOf(userId: string, name: string, from: number, school: School): Deed[] {
  const { chance, adminId } = school
  const requestId = chance.uuid()
  const stream = `tutoringRequest-${requestId}`
  const tutorId = chance.pick(school.tutors)
  const of = (day: number, by: string | null) => ({ userId, requestId, by, at: noon(school, day) })
  const count = chance.happens(0.3) ? 5 : 1
  const requested: Deed = {
    day: from,
    does: (happens) => {
      const wish = {
        preferredContactMethod: 'email',
        currentRole: 'paramedic_student',
        preferredTimes: ['weekday_evenings'],
        preferredFormat: 'online',
      } as const
      const words = {
        fullName: name,
        email: `${userId}@example.org`,
        phoneNumber: null,
        currentProgram: 'Front Range College',
        tutoringGoals: 'Pass the exam.',
      }
      const rest = {
        struggleAreas: ['Cardiology'],
        takenNREMTBefore: false,
        previousAttempts: null,
        hasWebcamMic: true,
        wantsStudyPlan: true,
      }
      const last = {
        interestedInBundle: count > 1,
        additionalNotes: null,
        agreesToTerms: true,
        timeZone: 'UTC',
        expectedExamDate: null,
      } as const
      happens(
        stream,
        {
          type: 'TutoringRequested',
          data: { ...of(from, userId), ...wish, preferredTimes: [...wish.preferredTimes], ...words, ...rest, ...last },
        },
        userId,
      )
    },
  }
  if (chance.happens(0.25)) return [requested]
  const price = { sessions: count, amount: count * LESSON, currency }
  const accepted: Deed = {
    day: from + 1,
    does: (happens) => {
      happens(
        stream,
        { type: 'TutoringRequestAccepted', data: { ...of(from + 1, adminId), tutorId, ...price, reason: 'Somebody is free.' } },
        adminId,
      )
      const paid = { checkoutId: `cs_${requestId}`, paymentId: `pi_${requestId}`, ...price, fee: count * FEE }
      happens(stream, { type: 'TutoringPaid', data: { ...of(from + 1, null), ...paid } }, 'worker')
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
  const planned: Deed = {
    day,
    does: (happens) => {
      const [startsAt, endsAt] = [noon(school, day + 3), `${dateOf(school, day + 3)}T13:00:00.000Z`]
      const where = {
        startsAt,
        endsAt,
        format: 'online',
        place: null,
        studentTimeZone: 'UTC',
        tutorTimeZone: 'UTC',
        sequence: 0,
        as: 'tutor',
      } as const
      happens(
        stream,
        {
          type: 'TutoringSessionScheduled',
          data: { ...of(day, tutorId), sessionId, tutorId, ...where, ordinal, amount: LESSON, currency },
        },
        tutorId,
      )
    },
  }
  if (chance.happens(0.1)) return [planned]
  const held: Deed = {
    day: day + 4,
    does: (happens) => {
      const parted = { amount: LESSON, refund: 0, fee: FEE, earned: LESSON - FEE, currency }
      const ofHeld = { ...of(day + 4, tutorId), sessionId, tutorId }
      happens(
        stream,
        { type: 'TutoringSessionCompleted', data: { ...ofHeld, startsAt: noon(school, day + 3), minutes: 60, ...parted } },
        tutorId,
      )
      const rating = 3 + chance.below(3)
      happens(stream, { type: 'TutoringSessionRated', data: { ...ofHeld, rating, formerRating: null, comment: null } }, tutorId)
      const week = weekOf(dateOf(school, day + 3))
      const { requestId, at } = ofHeld
      const earned = {
        userId: tutorId,
        at,
        week,
        requestId,
        sessionId,
        kind: 'completed',
        amount: LESSON,
        fee: FEE,
        earned: LESSON - FEE,
        currency,
      } as const
      happens(`payout-${tutorId}_${week}`, { type: 'TutorEarned', data: earned }, 'worker')
    },
  }
  return [planned, held]
}
