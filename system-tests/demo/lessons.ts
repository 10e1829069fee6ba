import { addDays, weekOf } from '@medicready/domain/calendar'
import { sessionEnd } from '@medicready/domain/tutoring/availability'
import { acceptRequest, recordPayment, requestTutoring, startCheckout } from '@medicready/domain/tutoring/decide-request'
import { completeSession, planSession, rateSession } from '@medicready/domain/tutoring/decide-session'
import { countEarning, payoutAggregate, payoutId, reportPayout } from '@medicready/domain/tutoring/payout'
import { TUTORING_CURRENCY } from '@medicready/domain/tutoring/rules'
import {
  applyAsTutor,
  approveTutor,
  holdTutee,
  holdTutor,
  setAvailability,
  tuteeAggregate,
  tutorAggregate,
} from '@medicready/domain/tutoring/tutor'
import { parted } from '@medicready/domain/tutoring/tutoring-money'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { Chance } from '@medicready/platform/testing/chance'
import type { Past } from './past.ts'
import type { Plans } from './plans.ts'
import type { Standing } from './school.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TUTOR_ZONE = 'America/Chicago'
const instant = (at: number): string => new Date(at).toISOString()
const goals = [
  'I want to pass on my second attempt and stop second-guessing myself.',
  'Cardiology is my weakest area. I want to read a 12-lead without fear.',
  'My program moves fast. I need somebody to explain the why behind the drugs.',
  'I want a plan for the last weeks before my exam.',
]
const areas = ['12-lead ECG', 'Pharmacology', 'Pediatric emergencies', 'Airway management', 'Trauma assessment', 'EMS operations']

interface Opening {
  readonly past: Past
  readonly chance: Chance
  readonly plans: Plans
  readonly tutor: Standing
  readonly adminId: string
}

/** Somebody's sessions that are planned, and not held yet. */
interface Planned {
  readonly student: Standing
  readonly requestId: string
  readonly sessionId: string
  readonly startsAt: number
}

/** The tutoring of the school: one tutor, and those who ask for her hours. */
export class Lessons {
  readonly #setting: Opening
  readonly #planned: Planned[] = []
  /** The next free hour of the tutor's, in milliseconds. */
  #free: number

  constructor(setting: Opening, at: number) {
    this.#setting = setting
    this.#free = at
    const { past, tutor, adminId } = setting
    const { userId } = tutor.learner
    const application = {
      userId,
      at: instant(at),
      certificationNumber: 'M5012345',
      certifiedUntil: instant(at + 900 * DAY).slice(0, 10),
      yearsOfExperience: 9,
      agreesToBackgroundCheck: true as const,
      weeklyHours: 10,
      about: 'Nine years on an ambulance, four of them as a field training officer.',
      timeZone: TUTOR_ZONE,
    }
    past.decide(tutorAggregate, userId, applyAsTutor(application), { actorId: userId, at })
    const approval = { userId, by: adminId, at: instant(at + DAY), reason: 'Certified, and the background check is clean.' }
    past.decide(tutorAggregate, userId, approveTutor(approval), { actorId: adminId, at: at + DAY })
    const weekly = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
    const availability = { userId, at: instant(at + DAY), timeZone: TUTOR_ZONE, weekly, exceptions: [] }
    past.decide(tutorAggregate, userId, setAvailability(availability), { actorId: userId, at: at + DAY })
  }

  /** Somebody asks, is accepted, pays, and has their sessions planned. */
  async ask(student: Standing, at: number): Promise<void> {
    const { past, chance, plans, tutor } = this.#setting
    const { userId, email, firstName, lastName, timeZone } = student.learner
    const tutorId = tutor.learner.userId
    const requestId = chance.uuid()
    const isBundle = chance.happens(0.4)
    const wish = {
      userId,
      requestId,
      by: userId,
      at: instant(at),
      fullName: `${firstName} ${lastName}`,
      email,
      phoneNumber: null,
      preferredContactMethod: 'email' as const,
      currentRole: 'paramedic_student' as const,
      currentProgram: null,
      expectedExamDate: null,
      tutoringGoals: chance.pick(goals),
      struggleAreas: [chance.pick(areas)],
      takenNREMTBefore: chance.happens(0.3),
      previousAttempts: null,
      preferredTimes: ['weekday_afternoons' as const],
      preferredFormat: 'online' as const,
      hasWebcamMic: true,
      wantsStudyPlan: chance.happens(0.5),
      interestedInBundle: isBundle,
      additionalNotes: null,
      agreesToTerms: true as const,
      timeZone,
    }
    past.decide(tutoringRequestAggregate, requestId, requestTutoring(wish), { actorId: userId, at })
    // Some wait for an answer yet, and some do not pay.
    if (chance.happens(0.12)) return
    const accepted = { tutorId, by: tutorId, at: instant(at + HOUR), reason: 'Glad to help.' }
    const { price } = past.decide(tutoringRequestAggregate, requestId, acceptRequest(accepted), { actorId: tutorId, at: at + HOUR })
    if (price === null || chance.happens(0.1)) return
    const paying = at + 2 * HOUR
    const paid = await plans.payOnce(student, { requestId, ...price }, paying)
    const who = { as: 'student' as const, by: userId, at: instant(paying) }
    const deed = { actorId: userId, at: paying }
    past.decide(
      tutoringRequestAggregate,
      requestId,
      startCheckout({ ...who, checkoutId: paid.checkoutId, expiresAt: paid.expiresAt }),
      deed,
    )
    const payment = { ...paid.payment, checkoutId: paid.checkoutId, at: instant(paying) }
    past.decide(tutoringRequestAggregate, requestId, recordPayment(payment), { actorId: 'worker', at: paying })
    for (let number = 0; number < price.sessions; number++)
      this.#plan(student, requestId, { at: paying + HOUR, after: paying + (2 + 7 * number) * DAY })
  }

  #plan(student: Standing, requestId: string, { at, after }: { at: number; after: number }): void {
    const { past, chance, tutor } = this.#setting
    const { userId, timeZone } = student.learner
    const tutorId = tutor.learner.userId
    const startsAt = this.#nextHour(after)
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
      tutorTimeZone: TUTOR_ZONE,
    }
    past.decide(tutoringRequestAggregate, requestId, planSession(planning), { actorId: tutorId, at })
    this.#planned.push({ student, requestId, sessionId, startsAt })
  }

  /** An hour of a working day that nobody has, at 16:00 UTC or later: mid-morning where the tutor is. */
  #nextHour(after: number): number {
    const day = (at: number) => Math.floor(at / DAY) * DAY
    let at = Math.max(day(after) + 16 * HOUR, this.#free)
    const isOutside = (at: number) => [0, 6].includes(new Date(at).getUTCDay()) || at - day(at) < 16 * HOUR || at - day(at) > 20 * HOUR
    while (isOutside(at)) at = at - day(at) < 16 * HOUR ? day(at) + 16 * HOUR : day(at) + DAY + 16 * HOUR
    this.#free = at + HOUR
    return at
  }

  /** Holds the sessions that are over by a moment, and reports the weeks that are. */
  until(at: number): void {
    const { past, chance, tutor } = this.#setting
    const tutorId = tutor.learner.userId
    const over = this.#planned.filter(({ startsAt }) => startsAt + HOUR < at)
    for (const planned of over) {
      this.#planned.splice(this.#planned.indexOf(planned), 1)
      const { student, requestId, sessionId, startsAt } = planned
      const end = startsAt + HOUR
      const held = { as: 'tutor' as const, by: tutorId, at: instant(end), sessionId }
      const state = past.decide(tutoringRequestAggregate, requestId, completeSession(held), { actorId: tutorId, at: end })
      const session = state.sessions.find((each) => each.sessionId === sessionId)
      if (!session) continue
      this.#earn(requestId, session, end)
      const { userId } = student.learner
      const rating = {
        as: 'student' as const,
        by: userId,
        at: instant(end + HOUR),
        sessionId,
        rating: chance.pick([5, 5, 5, 4, 4, 3]),
        comment: null,
      }
      if (chance.happens(0.7)) past.decide(tutoringRequestAggregate, requestId, rateSession(rating), { actorId: userId, at: end + HOUR })
    }
    const lastWeek = addDays(weekOf(instant(at).slice(0, 10)), -7)
    const report = reportPayout({ userId: tutorId, week: lastWeek, at: instant(at) })
    past.decide(payoutAggregate, payoutId(tutorId, lastWeek), report, { actorId: 'worker', at })
  }

  #earn(requestId: string, { sessionId, amount }: { sessionId: string; amount: number }, at: number): void {
    const { past, tutor } = this.#setting
    const userId = tutor.learner.userId
    const week = weekOf(instant(at).slice(0, 10))
    const { fee, earned } = parted(amount, 0)
    const earning = {
      userId,
      at: instant(at),
      week,
      requestId,
      sessionId,
      kind: 'completed' as const,
      amount,
      fee,
      earned,
      currency: TUTORING_CURRENCY,
    }
    past.decide(payoutAggregate, payoutId(userId, week), countEarning(earning), { actorId: 'worker', at })
  }
}
