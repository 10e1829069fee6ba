import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/settings'
import { hasRight } from '@medicready/domain/accounts/shown/rights'
import { addDays, hoursAfter, weekOf } from '@medicready/domain/core/shown/calendar'
import type { RecordedFact } from '@medicready/domain/events'
import { closeRequest } from '@medicready/domain/tutoring/decide-request'
import { cancelSession, remind, settleUnmarked } from '@medicready/domain/tutoring/decide-session'
import { MARK_AFTER_HOURS } from '@medicready/domain/tutoring/shown/rules'
import { countEarning, payoutAggregate, payoutId, placeIn, reportPayout } from '@medicready/domain/tutoring/tutor'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import {
  openRequestsOf,
  sessionsStarting,
  sessionsToGive,
  unmarkedSessions,
  unreportedPayouts,
} from '@medicready/projector/read-models/tutoring/tutoring-queries'
import { ownContext, reactionContext } from '../command-context.ts'
import { type JobDeps, MAILS_AT_ONCE, type Processes, RetryLater } from '../worker/definitions.ts'
import { areShown, doneWith } from '../worker/shown.ts'
import { findFailedRefunds, findPayments, observePayment, observeRefund, payBack, settleDisputedTutoring } from './payments.ts'
import { releaseHours } from './sessions.ts'
import { tutoringMails } from './tutoring-mails.ts'

/** Users who already have the right keep their role. */
export async function giveTutorsRole(fact: RecordedFact<'TutorApproved'>, { commands, clock }: JobDeps): Promise<void> {
  const { userId } = fact.data
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isRegistered(account) || hasRight(account.role, 'giveTutoring')) return
  const decide = changeRole({ role: 'tutor', reason: fact.data.reason ?? 'Approved as a tutor.' })
  await commands.execute(accountAggregate, userId, decide, reactionContext(fact, clock))
}

/** A held hour without a session is released after this: the process that held it has failed. */
const HELD_MINUTES = 5

export async function releaseUnused(fact: RecordedFact<'TutorSlotHeld' | 'TuteeSlotHeld'>, deps: JobDeps): Promise<void> {
  const { requestId, sessionId, sequence } = fact.data
  const { state } = await deps.commands.load(tutoringRequestAggregate, requestId)
  const session = state.sessions.find((each) => each.sessionId === sessionId)
  if (session && session.sequence >= sequence) return
  if (deps.clock() < hoursAfter(fact.data.at, HELD_MINUTES / 60)) throw new RetryLater('The session may be planned at this moment.')
  if (state.tutorId === null) return
  const ofSession = { requestId, sessionId, userId: state.userId, tutorId: session?.tutorId ?? state.tutorId }
  await releaseHours(deps, ofSession, reactionContext(fact, deps.clock))
}

export const releaseFormer = (
  fact: RecordedFact<'TutoringSessionRescheduled' | 'TutoringSessionCancelled' | 'TutoringSessionDropped'>,
  deps: JobDeps,
): Promise<void> => releaseHours(deps, fact.data, reactionContext(fact, deps.clock))

const kinds = {
  TutoringSessionCompleted: 'completed',
  TutoringSessionMissed: 'missed',
  TutoringSessionCancelled: 'late_cancellation',
  TutoringSessionDropped: 'late_cancellation',
} as const

/** In the week in which the session ended, or the first later one that is not reported. */
export async function countSession(fact: RecordedFact<keyof typeof kinds>, { commands, clock }: JobDeps): Promise<void> {
  const { tutorId: userId, requestId, sessionId, amount, refund, fee, earned, currency, at } = fact.data
  if (earned === 0) return
  for (let week = weekOf(at.slice(0, 'YYYY-MM-DD'.length)); ; week = addDays(week, 7)) {
    const id = payoutId(userId, week)
    const place = placeIn((await commands.load(payoutAggregate, id)).state, sessionId)
    if (place === 'counted') return
    if (place === 'reported') continue
    const earning = { userId, at, week, requestId, sessionId, kind: kinds[fact.type], amount: amount - refund, fee, earned, currency }
    const { state } = await commands.execute(payoutAggregate, id, countEarning(earning), reactionContext(fact, clock))
    // Reported at this very moment; the next week then.
    if (placeIn(state, sessionId) === 'counted') return
  }
}

export async function reportPayouts({ commands, sql, clock, signal }: JobDeps): Promise<{ reported: number }> {
  const thisWeek = weekOf(clock().slice(0, 'YYYY-MM-DD'.length))
  const reported = await doneWith(await unreportedPayouts(sql, thisWeek), signal, async ({ userId, week }) => {
    const decide = reportPayout({ userId, week, at: clock() })
    const { events } = await commands.execute(payoutAggregate, payoutId(userId, week), decide, ownContext('worker', clock))
    return events.length
  })
  return { reported }
}

export async function remindOfSessions({ commands, sql, clock, signal }: JobDeps): Promise<{ reminded: number }> {
  const now = clock()
  const near = await sessionsStarting(sql, { after: now, by: hoursAfter(now, 24) })
  const reminded = await doneWith(near, signal, async ({ requestId, sessionId }) => {
    const decide = remind({ sessionId, at: now })
    const { events } = await commands.execute(tutoringRequestAggregate, requestId, decide, ownContext('worker', clock))
    return events.length
  })
  return { reminded }
}

export async function settleUnmarkedSessions({ commands, sql, clock, signal }: JobDeps): Promise<{ asked: number; held: number }> {
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

/** Requests of an erased student are closed, and sessions of an erased tutor are cancelled, with refunds. */
export async function endTutoringOf(fact: RecordedFact<'AccountErased'>, deps: JobDeps): Promise<void> {
  const { commands, sql, clock } = deps
  const { userId } = fact.data
  if (!(await areShown(deps, fact.position.commit, [openRequestsOf, sessionsToGive])))
    throw new RetryLater('The read models do not yet show what has to end.')
  const at = fact.metadata.occurredAt
  for (const { id } of await openRequestsOf(sql, userId))
    await commands.execute(tutoringRequestAggregate, id, closeRequest({ at }), reactionContext(fact, clock))
  for (const { sessionId, requestId } of await sessionsToGive(sql, userId)) {
    const decide = cancelSession({ sessionId, as: 'tutor', by: userId, at, reason: null })
    await commands.execute(tutoringRequestAggregate, requestId, decide, ownContext('worker', clock))
  }
}

export const tutoringProcesses: Processes = {
  reactions: [
    { name: 'tutoring-mails', atOnce: MAILS_AT_ONCE, on: tutoringMails },
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
    { name: 'tutoring-payments', schedule: '*/10 * * * *', run: findPayments },
    { name: 'tutor-payouts', schedule: '17 * * * *', atStart: true, run: reportPayouts },
  ],
}
