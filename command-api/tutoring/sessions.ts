import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Decide } from '@medicready/domain/core/decider'
import { Rejection } from '@medicready/domain/refusals/rejection'
import {
  cancelSession as cancel,
  completeSession as complete,
  missSession as miss,
  moveSession as move,
  type Planning,
  planSession as plan,
  rateSession as rate,
} from '@medicready/domain/tutoring/decide-session'
import { type Participant, TUTORING_CURRENCY } from '@medicready/domain/tutoring/shown/rules'
import { holdTutee, holdTutor, releaseTutee, releaseTutor, tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import type { TutoringRequestEvent } from '@medicready/domain/tutoring/tutoring-events'
import { type RequestState, sessionOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { v4 as uuidV4 } from 'uuid'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

type Wish = Pick<Planning, 'as' | 'by' | 'startsAt' | 'format' | 'place'> & { readonly requestId: string }
type PlanningDeps = Pick<Dependencies, 'commands'>

export const planSession = (deps: PlanningDeps, wish: Wish, context: CommandContext) =>
  holdAndDecide(deps, { ...wish, sessionId: idFrom(context, 'tutoringSession') }, plan, context)

export const moveSession = (deps: PlanningDeps, wish: Wish & { readonly sessionId: string }, context: CommandContext) =>
  holdAndDecide(deps, wish, move, context)

/** Holds the hour of both people, then plans; the worker releases the hour if this process is killed between. */
async function holdAndDecide(
  deps: PlanningDeps,
  { requestId, ...wish }: Wish & { readonly sessionId: string },
  decide: (planning: Planning) => Decide<RequestState, TutoringRequestEvent>,
  context: CommandContext,
) {
  const { commands } = deps
  const { sessionId } = wish
  const before = await commands.load(tutoringRequestAggregate, requestId)
  const { userId, tutorId } = before.state
  const zones = await timeZonesOf(deps, userId, sessionTutor(before.state, sessionId))
  const decision = decide({ ...wish, ...zones, at: context.now })
  const isDecided = (await commands.decidedBefore(tutoringRequestAggregate, requestId, context)) !== null
  const [planned] = isDecided ? [] : decision(before.state)
  if (planned?.type === 'TutoringSessionScheduled' || planned?.type === 'TutoringSessionRescheduled') {
    const { startsAt, endsAt, sequence, tutorId } = planned.data
    const hour = { at: context.now, requestId, sessionId, startsAt, endsAt, sequence }
    const session = { requestId, sessionId, tutorId, userId }
    try {
      await commands.execute(tutorAggregate, tutorId, holdTutor({ ...hour, userId: tutorId }), ofItsOwn(context))
      await commands.execute(tuteeAggregate, userId, holdTutee({ ...hour, userId }), ofItsOwn(context))
      await commands.execute(tutoringRequestAggregate, requestId, decision, context)
    } catch (error) {
      // If it may have been planned all the same, the worker decides later.
      if (error instanceof Rejection) await releaseHours(deps, session, ofItsOwn(context))
      throw error
    }
    await releaseHours(deps, session, ofItsOwn(context))
  }
  const { state } = await commands.execute(tutoringRequestAggregate, requestId, decision, context)
  const { startsAt, endsAt } = sessionOf(state, sessionId)
  if (tutorId === null) throw new Rejection('tutoringNotAccepted')
  return { sessionId, startsAt, endsAt }
}

/** A repeated request may hold and release the same hours again, so each is its own command. */
const ofItsOwn = (context: CommandContext): CommandContext => ({ ...context, commandId: uuidV4() })

const sessionTutor = ({ sessions, tutorId }: RequestState, sessionId: string): string | null =>
  sessions.find((session) => session.sessionId === sessionId)?.tutorId ?? tutorId

async function timeZonesOf({ commands }: PlanningDeps, userId: string, tutorId: string | null) {
  const student = userId === '' ? null : (await commands.load(accountAggregate, userId)).state
  const tutor = tutorId === null ? null : (await commands.load(tutorAggregate, tutorId)).state
  return {
    studentTimeZone: student && isRegistered(student) ? student.timeZone : 'UTC',
    tutorTimeZone: tutor?.timeZone ?? 'UTC',
  }
}

interface Session {
  readonly requestId: string
  readonly sessionId: string
  readonly tutorId: string
  readonly userId: string
}

export async function releaseHours(
  { commands }: Pick<Dependencies, 'commands'>,
  { requestId, sessionId, tutorId, userId }: Session,
  context: CommandContext,
): Promise<void> {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  const keep = neededPlan(state, sessionId)
  const release = { at: context.now, sessionId, keep }
  await commands.execute(tutorAggregate, tutorId, releaseTutor({ ...release, userId: tutorId }), context)
  await commands.execute(tuteeAggregate, userId, releaseTutee({ ...release, userId }), context)
}

function neededPlan({ sessions }: RequestState, sessionId: string): number | null {
  const session = sessions.find((each) => each.sessionId === sessionId)
  return session && session.state !== 'cancelled' ? session.sequence : null
}

interface OnSession {
  readonly requestId: string
  readonly sessionId: string
  readonly as: Participant
  readonly by: string
}

export const cancelSession = (
  deps: Pick<Dependencies, 'commands'>,
  { reason, ...on }: OnSession & { readonly reason: string | null },
  context: CommandContext,
) => settle(deps, on, cancel({ ...on, reason, at: context.now }), context)

export const completeSession = (deps: Pick<Dependencies, 'commands'>, on: OnSession, context: CommandContext) =>
  settle(deps, on, complete({ ...on, at: context.now }), context)

export const missSession = (deps: Pick<Dependencies, 'commands'>, on: OnSession, context: CommandContext) =>
  settle(deps, on, miss({ ...on, at: context.now }), context)

async function settle(
  { commands }: Pick<Dependencies, 'commands'>,
  { requestId, sessionId }: OnSession,
  decide: Decide<RequestState, TutoringRequestEvent>,
  context: CommandContext,
) {
  const { state } = await commands.execute(tutoringRequestAggregate, requestId, decide, context)
  const session = sessionOf(state, sessionId)
  const refund = { amount: session.refund, currency: state.paid?.currency ?? TUTORING_CURRENCY }
  return { sessionId, state: session.state, refund }
}

export async function rateSession(
  { commands }: Pick<Dependencies, 'commands'>,
  { rating, comment, ...on }: Omit<OnSession, 'as'> & { readonly rating: number; readonly comment: string | null },
  context: CommandContext,
): Promise<{ readonly rating: number }> {
  const decide = rate({ ...on, as: 'student', rating, comment, at: context.now })
  await commands.execute(tutoringRequestAggregate, on.requestId, decide, context)
  return { rating }
}
