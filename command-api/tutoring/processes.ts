import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { hasRight } from '@medicready/domain/accounts/rights'
import { changeRole } from '@medicready/domain/accounts/roles'
import { addDays, hoursAfter, weekOf } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { closeRequest } from '@medicready/domain/tutoring/decide-request'
import { cancelSession, remind, settleUnmarked } from '@medicready/domain/tutoring/decide-session'
import { countEarning, payoutAggregate, payoutId, placeIn, reportPayout } from '@medicready/domain/tutoring/payout'
import { MARK_AFTER_HOURS } from '@medicready/domain/tutoring/rules'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import {
  openRequestsOf,
  sessionsStarting,
  sessionsToGive,
  unmarkedSessions,
  unreportedPayouts,
} from '@medicready/projector/read-models/tutoring/tutoring-queries'
import { ownContext, reactionContext } from '../command-context.ts'
import { MAILS_AT_ONCE, type Processes, RetryLater, type WorkerParts } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'
import { findFailedRefunds, findPayments, observePayment, observeRefund, payBack, settleDisputedTutoring } from './payments.ts'
import {
  askForRating,
  askToMark,
  remindBoth,
  tellApplicant,
  tellOfAcceptance,
  tellOfCancellation,
  tellOfDecline,
  tellOfEnd,
  tellOfMend,
  tellOfPayment,
  tellOfPayout,
  tellOfPlan,
  tellOfRating,
  tellOfRefund,
  tellOfRequest,
  tellOfTutor,
} from './send-tutoring-mails.ts'
import { releaseHours } from './sessions.ts'

/** What follows from what happens in tutoring, and what the time brings. */

type Parts = Pick<WorkerParts, 'commands' | 'sql' | 'clock' | 'signal'>

/** Who is approved may tutor. Anyone who may already keeps their role. */
export async function giveTutorsRole(fact: Recorded<FactOf<'TutorApproved'>>, { commands, clock }: Parts): Promise<void> {
  const { userId } = fact.data
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isRegistered(account) || hasRight(account.role, 'giveTutoring')) return
  const decide = changeRole({ role: 'tutor', reason: fact.data.reason ?? 'Approved as a tutor.' })
  await commands.execute(accountAggregate, userId, decide, reactionContext(fact, clock))
}

/** After so long, an hour that is held for no session is no one's: the process that held it has failed. */
const HELD_MINUTES = 5

/** Releases an hour that was held for a session which never came to be. */
export async function releaseUnused(fact: Recorded<FactOf<'TutorSlotHeld' | 'TuteeSlotHeld'>>, parts: Parts): Promise<void> {
  const { requestId, sessionId, sequence } = fact.data
  const { state } = await parts.commands.load(tutoringRequestAggregate, requestId)
  const session = state.sessions.find((each) => each.sessionId === sessionId)
  if (session && session.sequence >= sequence) return
  if (parts.clock() < hoursAfter(fact.data.at, HELD_MINUTES / 60)) throw new RetryLater('The session may be planned at this moment.')
  if (state.tutorId === null) return
  const ofSession = { requestId, sessionId, userId: state.userId, tutorId: session?.tutorId ?? state.tutorId }
  await releaseHours(parts, ofSession, reactionContext(fact, parts.clock))
}

/** Releases the hours that a session does not need any more. */
export const releaseFormer = (
  fact: Recorded<FactOf<'TutoringSessionRescheduled' | 'TutoringSessionCancelled' | 'TutoringSessionDropped'>>,
  parts: Parts,
): Promise<void> => releaseHours(parts, fact.data, reactionContext(fact, parts.clock))

const kinds = {
  TutoringSessionCompleted: 'completed',
  TutoringSessionMissed: 'missed',
  TutoringSessionCancelled: 'late_cancellation',
  TutoringSessionDropped: 'late_cancellation',
} as const

/**
 * Counts what a tutor earned by a session in the week in which it ended, or in the first after it that is not reported
 * yet. Met again, it is found where it is counted: no week before that one is open.
 */
export async function countSession(fact: Recorded<FactOf<keyof typeof kinds>>, { commands, clock }: Parts): Promise<void> {
  const { tutorId: userId, requestId, sessionId, amount, refund, fee, earned, currency, at } = fact.data
  if (earned === 0) return
  for (let week = weekOf(at.slice(0, 'YYYY-MM-DD'.length)); ; week = addDays(week, 7)) {
    const id = payoutId(userId, week)
    const place = placeIn((await commands.load(payoutAggregate, id)).state, sessionId)
    if (place === 'counted') return
    if (place === 'reported') continue
    const earning = { userId, at, week, requestId, sessionId, kind: kinds[fact.type], amount: amount - refund, fee, earned, currency }
    const { state } = await commands.execute(payoutAggregate, id, countEarning(earning), reactionContext(fact, clock))
    // Reported at this very moment: the next one then.
    if (placeIn(state, sessionId) === 'counted') return
  }
}

/** Reports each week that is over. Read models choose them, each week's own stream decides. */
export async function reportPayouts({ commands, sql, clock, signal }: Parts): Promise<{ reported: number }> {
  const thisWeek = weekOf(clock().slice(0, 'YYYY-MM-DD'.length))
  const due = await unreportedPayouts(sql, thisWeek)
  let reported = 0
  for (const { userId, week } of due) {
    if (signal.aborted) break
    const decide = reportPayout({ userId, week, at: clock() })
    const { events } = await commands.execute(payoutAggregate, payoutId(userId, week), decide, ownContext('worker', clock))
    reported += events.length
  }
  return { reported }
}

/** Has those reminded whose session is near. Read models choose, each request's own stream decides, once each time. */
export async function remindOfSessions({ commands, sql, clock, signal }: Parts): Promise<{ reminded: number }> {
  const now = clock()
  const near = await sessionsStarting(sql, { after: now, by: hoursAfter(now, 24) })
  let reminded = 0
  for (const { requestId, sessionId } of near) {
    if (signal.aborted) break
    const { events } = await commands.execute(
      tutoringRequestAggregate,
      requestId,
      remind({ sessionId, at: now }),
      ownContext('worker', clock),
    )
    reminded += events.length
  }
  return { reminded }
}

/**
 * Sees to sessions that are over and that no tutor has marked: they are asked, and then the session counts as held.
 * Read models choose, each request's own stream decides.
 */
export async function settleUnmarkedSessions({ commands, sql, clock, signal }: Parts): Promise<{ asked: number; held: number }> {
  const now = clock()
  const over = await unmarkedSessions(sql, hoursAfter(now, -MARK_AFTER_HOURS))
  let [asked, held] = [0, 0]
  for (const { requestId, sessionId } of over) {
    if (signal.aborted) break
    const decide = settleUnmarked({ sessionId, at: now })
    const { events } = await commands.execute(tutoringRequestAggregate, requestId, decide, ownContext('worker', clock))
    for (const { type } of events) {
      if (type === 'TutoringMarkAsked') asked += 1
      else held += 1
    }
  }
  return { asked, held }
}

const WAIT = { looks: 50, milliseconds: 100 }
const SHOWN = ['tutoring/tutoring-requests', 'tutoring/tutoring-sessions']

/**
 * Ends what someone who is erased takes part in: requests of theirs are closed as if they had cancelled them, and
 * sessions that they were to give are cancelled in the tutor's name, so that all is paid back.
 */
export async function endTutoringOf(fact: Recorded<FactOf<'AccountErased'>>, parts: Parts): Promise<void> {
  const { commands, sql, clock } = parts
  const { userId } = fact.data
  if (!(await areShown(parts, fact.position.commit, WAIT, SHOWN)))
    throw new RetryLater('The read models do not show yet what there is to end.')
  const at = fact.metadata.occurredAt
  for (const { id } of await openRequestsOf(sql, userId))
    await commands.execute(tutoringRequestAggregate, id, closeRequest({ at }), reactionContext(fact, clock))
  for (const { sessionId, requestId } of await sessionsToGive(sql, userId))
    await commands.execute(
      tutoringRequestAggregate,
      requestId,
      cancelSession({ sessionId, as: 'tutor', by: userId, at, reason: null }),
      ownContext('worker', clock),
    )
}

export const tutoringProcesses: Processes = {
  reactions: [
    {
      name: 'tutoring-mails',
      atOnce: MAILS_AT_ONCE,
      on: {
        TutoringRequested: tellOfRequest,
        TutoringRequestAccepted: tellOfAcceptance,
        TutoringRequestDeclined: tellOfDecline,
        TutoringTutorAssigned: tellOfTutor,
        TutoringPaid: tellOfPayment,
        TutoringSessionScheduled: tellOfPlan,
        TutoringSessionRescheduled: tellOfPlan,
        TutoringSessionCancelled: tellOfCancellation,
        TutoringSessionDropped: tellOfCancellation,
        TutoringRequestCancelled: tellOfEnd,
        TutoringRefunded: tellOfRefund,
        TutoringRefundMended: tellOfMend,
        TutoringReminderDue: remindBoth,
        TutoringMarkAsked: askToMark,
        TutoringSessionCompleted: askForRating,
        TutoringSessionRated: tellOfRating,
        TutorApproved: tellApplicant,
        TutorDeclined: tellApplicant,
        TutorPayoutReported: tellOfPayout,
      },
    },
    { name: 'tutor-roles', on: { TutorApproved: giveTutorsRole } },
    {
      name: 'tutoring-hours',
      on: {
        TutorSlotHeld: releaseUnused,
        TuteeSlotHeld: releaseUnused,
        TutoringSessionRescheduled: releaseFormer,
        TutoringSessionCancelled: releaseFormer,
        TutoringSessionDropped: releaseFormer,
      },
    },
    {
      name: 'tutor-earnings',
      on: {
        TutoringSessionCompleted: countSession,
        TutoringSessionMissed: countSession,
        TutoringSessionCancelled: countSession,
        TutoringSessionDropped: countSession,
      },
    },
    { name: 'tutoring-payments', on: { StripeEventReceived: observePayment } },
    {
      name: 'tutoring-refunds',
      on: {
        TutoringSessionCancelled: payBack,
        TutoringSessionDropped: payBack,
        TutoringRequestCancelled: payBack,
        TutoringRequestClosed: payBack,
      },
    },
    { name: 'tutoring-ends', on: { AccountErased: endTutoringOf } },
    { name: 'disputed-tutoring', on: { DisputeClosed: settleDisputedTutoring } },
    { name: 'failed-refunds', on: { StripeEventReceived: observeRefund } },
  ],
  jobs: [
    { name: 'failed-refunds', schedule: '45 7 * * *', run: findFailedRefunds },
    { name: 'tutoring-reminders', schedule: '*/5 * * * *', atStart: true, run: remindOfSessions },
    { name: 'unmarked-sessions', schedule: '13 * * * *', atStart: true, run: settleUnmarkedSessions },
    // Of payments the provider tells: this finds those of which it could not.
    { name: 'tutoring-payments', schedule: '*/10 * * * *', run: findPayments },
    // Every hour: weeks end on Sunday at midnight in UTC.
    { name: 'tutor-payouts', schedule: '17 * * * *', atStart: true, run: reportPayouts },
  ],
}
