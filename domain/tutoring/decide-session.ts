import { hoursAfter } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { sessionEnd } from './availability.ts'
import { cancellation, type DecideRequest } from './decide-request.ts'
import {
  MARK_AFTER_HOURS,
  MOST_DAYS_AHEAD,
  MOST_RATINGS,
  MOST_SESSION_CHANGES,
  NO_SHOW_MINUTES,
  type ReminderHours,
  SCHEDULE_NOTICE_HOURS,
  SESSION_MINUTES,
  UNMARKED_HOURS,
} from './shown/rules.ts'
import { parted, shareOf } from './shown/tutoring-money.ts'
import {
  type Acting,
  ofRequest,
  type PlannedSession,
  type RequestState,
  refuseOthers,
  sessionOf,
  sessionsLeft,
  type Who,
} from './tutoring-request.ts'

export type Planning = Acting & Pick<PlannedSession, 'sessionId' | 'startsAt' | 'format' | 'place' | 'studentTimeZone' | 'tutorTimeZone'>

const planOf = (state: RequestState, planning: Planning, tutorId: string, sequence: number) => {
  const { as, sessionId, startsAt, format, place, studentTimeZone, tutorTimeZone } = planning
  const times = { startsAt, endsAt: sessionEnd(startsAt) }
  return { ...ofRequest(state, planning), sessionId, tutorId, ...times, format, place, studentTimeZone, tutorTimeZone, sequence, as }
}

function refuseUnlikely(startsAt: string, now: string): void {
  if (startsAt <= now || startsAt > hoursAfter(now, MOST_DAYS_AHEAD * 24)) throw new Rejection('sessionTimePast')
}

/** Bookings of tutor and student are checked by their own streams. */
export const planSession =
  (planning: Planning): DecideRequest =>
  (state) => {
    refuseOthers(state, planning)
    const { sessionId, startsAt } = planning
    if (state.sessions.some((session) => session.sessionId === sessionId)) return []
    const { situation, tutorId, paid, sessions } = state
    if (situation !== 'accepted' || tutorId === null) throw new Rejection('tutoringNotAccepted')
    if (!paid) throw new Rejection('tutoringNotPaid')
    if (sessionsLeft(state) === 0) throw new Rejection('noTutoringSessionsLeft')
    refuseUnlikely(startsAt, planning.at)
    const ordinal = sessions.length + 1
    const share = { amount: shareOf(paid.amount, paid.sessions, ordinal), currency: paid.currency }
    const data = { ...planOf(state, planning, tutorId, 0), ordinal, ...share }
    return [{ type: 'TutoringSessionScheduled', data }]
  }

/** Moving needs notice; place and format may change until it begins. */
export const moveSession =
  (planning: Planning): DecideRequest =>
  (state) => {
    refuseOthers(state, planning)
    const { as, startsAt, format, place } = planning
    const session = openSession(state, planning)
    const isMoved = session.startsAt !== startsAt
    if (!isMoved && session.format === format && session.place === place) return []
    if (as !== 'admin' && session.sequence >= MOST_SESSION_CHANGES) throw new Rejection('tooManyChanges')
    if (isMoved && planning.at > hoursAfter(session.startsAt, -SCHEDULE_NOTICE_HOURS)) throw new Rejection('scheduleNoticeTooShort')
    refuseUnlikely(startsAt, planning.at)
    const data = { ...planOf(state, planning, session.tutorId, session.sequence + 1), formerStartsAt: session.startsAt }
    return [{ type: 'TutoringSessionRescheduled', data }]
  }

type OnSession = Acting & { readonly sessionId: string }

function ownSession(state: RequestState, who: OnSession): PlannedSession {
  refuseOthers(state, who)
  const session = sessionOf(state, who.sessionId)
  if (who.as === 'tutor' && session.tutorId !== who.by) throw new Rejection('tutoringSessionNotFound')
  return session
}

function openSession(state: RequestState, who: OnSession): PlannedSession {
  const session = ownSession(state, who)
  if (session.state !== 'scheduled') throw new Rejection('tutoringSessionEnded')
  return session
}

/** The refund depends on the notice and on who cancels. */
export const cancelSession =
  ({ reason, ...who }: OnSession & { readonly reason: string | null }): DecideRequest =>
  (state) => {
    if (ownSession(state, who).state === 'cancelled') return []
    const session = openSession(state, who)
    const currency = state.paid?.currency ?? ''
    return [
      { type: 'TutoringSessionCancelled', data: { ...ofRequest(state, who), as: who.as, ...cancellation(session, who), currency, reason } },
    ]
  }

export const completeSession =
  (who: OnSession): DecideRequest =>
  (state) => {
    if (ownSession(state, who).state === 'completed') return []
    const session = openSession(state, who)
    if (who.at < session.endsAt) throw new Rejection('tutoringSessionNotOver')
    return [completion(state, session, who)]
  }

function completion(state: RequestState, session: PlannedSession, who: Who) {
  const { sessionId, tutorId, startsAt } = session
  const currency = state.paid?.currency ?? ''
  const data = { ...ofRequest(state, who), sessionId, tutorId, startsAt, minutes: SESSION_MINUTES, ...parted(session.amount, 0), currency }
  return { type: 'TutoringSessionCompleted', data } as const
}

/** Asks the tutor once; without an answer it counts as held. A late question extends the deadline. */
export const settleUnmarked =
  ({ sessionId, at }: { readonly sessionId: string; readonly at: string }): DecideRequest =>
  (state) => {
    const session = state.sessions.find((each) => each.sessionId === sessionId)
    if (session?.state !== 'scheduled' || at < hoursAfter(session.endsAt, MARK_AFTER_HOURS)) return []
    const { tutorId, startsAt, markUntil } = session
    if (markUntil !== null) return at < markUntil ? [] : [completion(state, session, { by: null, at })]
    const [usual, least] = [hoursAfter(session.endsAt, UNMARKED_HOURS), hoursAfter(at, UNMARKED_HOURS - MARK_AFTER_HOURS)]
    const until = usual > least ? usual : least
    return [{ type: 'TutoringMarkAsked', data: { ...ofRequest(state, { by: null, at }), sessionId, tutorId, startsAt, until } }]
  }

/** The tutor is paid as if the student had come. */
export const missSession =
  (who: OnSession): DecideRequest =>
  (state) => {
    if (ownSession(state, who).state === 'missed') return []
    const session = openSession(state, who)
    if (who.at < hoursAfter(session.startsAt, NO_SHOW_MINUTES / 60)) throw new Rejection('tutoringSessionNotOver')
    const { sessionId, tutorId, startsAt } = session
    const currency = state.paid?.currency ?? ''
    const data = { ...ofRequest(state, who), sessionId, tutorId, startsAt, ...parted(session.amount, 0), currency }
    return [{ type: 'TutoringSessionMissed', data }]
  }

/** The latest rating counts. */
export const rateSession =
  ({ rating, comment, ...who }: OnSession & { readonly rating: number; readonly comment: string | null }): DecideRequest =>
  (state) => {
    const session = ownSession(state, who)
    if (session.state !== 'completed') throw new Rejection('tutoringSessionNotHeld')
    if (session.rating === rating && session.comment === comment) return []
    if (session.ratings >= MOST_RATINGS) throw new Rejection('tooManyChanges')
    const { sessionId, tutorId, rating: formerRating } = session
    return [{ type: 'TutoringSessionRated', data: { ...ofRequest(state, who), sessionId, tutorId, rating, formerRating, comment } }]
  }

/** Skips reminders that are late or older than the plan. */
export function reminderDue({ state, startsAt, plannedAt, reminded }: PlannedSession, now: string): ReminderHours | null {
  if (state !== 'scheduled' || now >= startsAt) return null
  const hours = now >= hoursAfter(startsAt, -1) ? 1 : 24
  const due = hoursAfter(startsAt, -hours)
  return now >= due && plannedAt <= due && !reminded.includes(hours) ? hours : null
}

export const remind =
  ({ sessionId, at }: { readonly sessionId: string; readonly at: string }): DecideRequest =>
  (state) => {
    const session = state.sessions.find((each) => each.sessionId === sessionId)
    const hours = session ? reminderDue(session, at) : null
    if (!session || hours === null) return []
    const { tutorId, startsAt } = session
    return [{ type: 'TutoringReminderDue', data: { ...ofRequest(state, { by: null, at }), sessionId, tutorId, startsAt, hours } }]
  }
