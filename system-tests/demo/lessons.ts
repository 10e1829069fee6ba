import { addDays, weekOf } from '@medicready/domain/core/shown/calendar'
import { sessionEnd } from '@medicready/domain/tutoring/availability'
import {
  acceptRequest,
  promisedRefund,
  recordPayment,
  recordRefund,
  requestTutoring,
  startCheckout,
} from '@medicready/domain/tutoring/decide-request'
import { cancelSession, completeSession, planSession, rateSession } from '@medicready/domain/tutoring/decide-session'
import { TUTORING_CURRENCY } from '@medicready/domain/tutoring/shown/rules'
import { parted } from '@medicready/domain/tutoring/shown/tutoring-money'
import { requestForm } from '@medicready/domain/tutoring/testing/tutoring-facts'
import {
  applyAsTutor,
  approveTutor,
  countEarning,
  holdTutee,
  holdTutor,
  payoutAggregate,
  payoutId,
  releaseTutee,
  releaseTutor,
  reportPayout,
  setAvailability,
  tuteeAggregate,
  tutorAggregate,
} from '@medicready/domain/tutoring/tutor'
import { type RequestState, sessionOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { Chance } from '@medicready/platform/testing/chance'
import { instant, type Past } from './past.ts'
import type { Plans } from './plans.ts'
import type { LearnerStanding } from './school.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CALLED_OFF = 1 / 14
const goals = [
  'I want to pass on my second attempt and stop second-guessing myself.',
  'Cardiology is my weakest area. I want to read a 12-lead without fear.',
  'My program moves fast. I need someone to explain the why behind the drugs.',
  'I want a plan for the last weeks before my exam.',
]
const areas = ['12-lead ECG', 'Pharmacology', 'Pediatric emergencies', 'Airway management', 'Trauma assessment', 'EMS operations']

interface Opening {
  readonly past: Past
  readonly chance: Chance
  readonly plans: Plans
  readonly tutors: readonly LearnerStanding[]
  readonly adminId: string
}

const profiles = [
  {
    certificationNumber: 'M5012345',
    yearsOfExperience: 9,
    weeklyHours: 10,
    about: 'Nine years on an ambulance, four of them as a field training officer.',
    timeZone: 'America/Chicago',
  },
  {
    certificationNumber: 'M5067890',
    yearsOfExperience: 5,
    weeklyHours: 6,
    about: 'Flight paramedic. I teach cardiology and pharmacology at a community college.',
    timeZone: 'America/Denver',
  },
]

type Profile = (typeof profiles)[number]

/** `free` is the next free hour, in milliseconds. */
interface Teaching {
  readonly tutorId: string
  readonly timeZone: string
  free: number
}

interface Planned {
  readonly student: LearnerStanding
  readonly teaching: Teaching
  readonly requestId: string
  readonly sessionId: string
  readonly startsAt: number
}

export function openLessons({ past, chance, plans, tutors, adminId }: Opening, at: number) {
  const coming: Planned[] = []
  const teachings = tutors.map(({ learner: { userId } }, index) => apply(userId, profiles[index % profiles.length] as Profile, at))

  function apply(userId: string, profile: Profile, at: number): Teaching {
    const { timeZone } = profile
    const certifiedUntil = instant(at + 900 * DAY).slice(0, 10)
    const application = { ...profile, userId, at: instant(at), certifiedUntil, agreesToBackgroundCheck: true as const }
    past.decide(tutorAggregate, userId, applyAsTutor(application), { actorId: userId, at })
    const approval = { userId, by: adminId, at: instant(at + DAY), reason: 'Certified, and the background check is clean.' }
    past.decide(tutorAggregate, userId, approveTutor(approval), { actorId: adminId, at: at + DAY })
    const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
    const availability = { userId, at: instant(at + DAY), timeZone, weekly, exceptions: [] }
    past.decide(tutorAggregate, userId, setAvailability(availability), { actorId: userId, at: at + DAY })
    return { tutorId: userId, timeZone, free: at }
  }

  /** Requests, pays, and has sessions planned, unless one is still to come. */
  async function ask(student: LearnerStanding, at: number): Promise<void> {
    if (coming.some((planned) => planned.student === student)) return
    const { userId, email, firstName, lastName, timeZone } = student.learner
    const teaching = chance.pick(teachings)
    const { tutorId } = teaching
    const requestId = chance.uuid()
    const isBundle = chance.happens(0.4)
    const wish = {
      ...requestForm,
      ...{ userId, requestId, by: userId, at: instant(at), fullName: `${firstName} ${lastName}`, email, timeZone },
      preferredContactMethod: 'email' as const,
      currentRole: 'paramedic_student' as const,
      tutoringGoals: chance.pick(goals),
      struggleAreas: [chance.pick(areas)],
      takenNREMTBefore: chance.happens(0.3),
      preferredTimes: ['weekday_afternoons' as const],
      preferredFormat: 'online' as const,
      wantsStudyPlan: chance.happens(0.5),
      interestedInBundle: isBundle,
      agreesToTerms: true as const,
    }
    past.decide(tutoringRequestAggregate, requestId, requestTutoring(wish), { actorId: userId, at })
    // Some still wait for an answer, and some never pay.
    if (chance.happens(0.12)) return
    const accepted = { tutorId, by: tutorId, at: instant(at + HOUR), reason: 'Glad to help.' }
    const { price } = past.decide(tutoringRequestAggregate, requestId, acceptRequest(accepted), { actorId: tutorId, at: at + HOUR })
    if (price === null || chance.happens(0.1)) return
    const paying = at + 2 * HOUR
    const paid = await plans.payOnce(student, { requestId, ...price }, paying)
    const who = { as: 'student' as const, by: userId, at: instant(paying) }
    const deed = { actorId: userId, at: paying }
    const checkout = { ...who, checkoutId: paid.checkoutId, expiresAt: paid.expiresAt }
    past.decide(tutoringRequestAggregate, requestId, startCheckout(checkout), deed)
    const payment = { ...paid.payment, checkoutId: paid.checkoutId, at: instant(paying) }
    past.decide(tutoringRequestAggregate, requestId, recordPayment(payment), { actorId: 'worker', at: paying })
    for (let number = 0; number < price.sessions; number++)
      plan({ student, teaching, requestId }, { at: paying + HOUR, after: paying + (2 + 7 * number) * DAY })
  }

  function plan(of: Pick<Planned, 'student' | 'teaching' | 'requestId'>, { at, after }: { at: number; after: number }): void {
    const { requestId, student, teaching } = of
    const { userId, timeZone } = student.learner
    const { tutorId, timeZone: tutorTimeZone } = teaching
    const startsAt = nextHour(teaching, after)
    const sessionId = chance.uuid()
    const slot = {
      userId: tutorId,
      at: instant(at),
      sessionId,
      sequence: 0,
      requestId,
      startsAt: instant(startsAt),
      endsAt: sessionEnd(instant(startsAt)),
    }
    past.decide(tutorAggregate, tutorId, holdTutor(slot), { actorId: tutorId, at })
    past.decide(tuteeAggregate, userId, holdTutee({ ...slot, userId }), { actorId: tutorId, at })
    const planning = {
      as: 'tutor' as const,
      by: tutorId,
      at: instant(at),
      sessionId,
      startsAt: instant(startsAt),
      format: 'online' as const,
      place: 'The link comes by mail',
      studentTimeZone: timeZone,
      tutorTimeZone,
    }
    past.decide(tutoringRequestAggregate, requestId, planSession(planning), { actorId: tutorId, at })
    coming.push({ ...of, sessionId, startsAt })
  }

  /** Holds the sessions that are over, cancels some of today's, and reports the weeks that are over. */
  async function until(at: number): Promise<void> {
    for (const planned of [...coming])
      if (planned.startsAt + HOUR < at) hold(planned)
      else if (planned.startsAt < at + DAY / 2 && chance.happens(CALLED_OFF)) await callOff(planned, at)
    const week = addDays(weekOf(instant(at).slice(0, 10)), -7)
    const deed = { actorId: 'worker', at }
    for (const { tutorId: userId } of teachings)
      past.decide(payoutAggregate, payoutId(userId, week), reportPayout({ userId, week, at: instant(at) }), deed)
  }

  function hold(planned: Planned): void {
    coming.splice(coming.indexOf(planned), 1)
    const { student, teaching, requestId, sessionId, startsAt } = planned
    const { tutorId } = teaching
    const end = startsAt + HOUR
    const held = { as: 'tutor' as const, by: tutorId, at: instant(end), sessionId }
    const state = past.decide(tutoringRequestAggregate, requestId, completeSession(held), { actorId: tutorId, at: end })
    earn(planned, 'completed', state, end)
    if (!chance.happens(0.7)) return
    const { userId: by } = student.learner
    const rating = {
      as: 'student' as const,
      by,
      at: instant(end + HOUR),
      sessionId,
      rating: chance.pick([5, 5, 5, 4, 4, 3]),
      comment: null,
    }
    past.decide(tutoringRequestAggregate, requestId, rateSession(rating), { actorId: by, at: end + HOUR })
  }

  /** The student gets half of it back, or all of it if the tutor cancels. */
  async function callOff(planned: Planned, at: number): Promise<void> {
    coming.splice(coming.indexOf(planned), 1)
    const { student, teaching, requestId, sessionId } = planned
    const { tutorId } = teaching
    const { userId } = student.learner
    const [as, by] = chance.pick([['student', userId] as const, ['student', userId] as const, ['tutor', tutorId] as const])
    const cancelling = { as, by, at: instant(at), sessionId, reason: null }
    const state = past.decide(tutoringRequestAggregate, requestId, cancelSession(cancelling), { actorId: by, at })
    earn(planned, 'late_cancellation', state, at)
    const worker = { actorId: 'worker', at }
    const release = { at: instant(at), sessionId, keep: null }
    past.decide(tutorAggregate, tutorId, releaseTutor({ ...release, userId: tutorId }), worker)
    past.decide(tuteeAggregate, userId, releaseTutee({ ...release, userId }), worker)
    const { id, fact } = past.latestOf(tutoringRequestAggregate, requestId)
    const promised = fact.type === 'TutoringSessionCancelled' ? promisedRefund(id, fact, state) : null
    if (!promised || !state.paid) return
    const refundId = await plans.giveBackTutoring({ requestId, paymentId: state.paid.paymentId, amount: promised.amount, cause: id })
    past.decide(tutoringRequestAggregate, requestId, recordRefund({ ...promised, refundId, at: instant(at) }), worker)
  }

  function earn(
    { teaching, requestId, sessionId }: Planned,
    kind: 'completed' | 'late_cancellation',
    state: RequestState,
    at: number,
  ): void {
    const { tutorId: userId } = teaching
    const { amount, refund } = sessionOf(state, sessionId)
    const { fee, earned } = parted(amount, refund)
    if (earned === 0) return
    const week = weekOf(instant(at).slice(0, 10))
    const earning = {
      userId,
      at: instant(at),
      week,
      requestId,
      sessionId,
      kind,
      amount: amount - refund,
      fee,
      earned,
      currency: TUTORING_CURRENCY,
    }
    past.decide(payoutAggregate, payoutId(userId, week), countEarning(earning), { actorId: 'worker', at })
  }

  return { ask, until }
}

/** An hour of a weekday from 16:00 UTC on: mid-morning where the tutors are. */
function nextHour(teaching: Teaching, after: number): number {
  const day = (at: number) => Math.floor(at / DAY) * DAY
  let at = Math.max(day(after) + 16 * HOUR, teaching.free)
  const isOutside = (at: number) => [0, 6].includes(new Date(at).getUTCDay()) || at - day(at) < 16 * HOUR || at - day(at) > 20 * HOUR
  while (isOutside(at)) at = at - day(at) < 16 * HOUR ? day(at) + 16 * HOUR : day(at) + DAY + 16 * HOUR
  teaching.free = at + HOUR
  return at
}
