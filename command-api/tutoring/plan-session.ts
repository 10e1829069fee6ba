import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { Decide } from '@medicready/domain/decider'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { moveSession as move, type Planning, planSession as plan } from '@medicready/domain/tutoring/decide-session'
import { holdTutee, holdTutor, tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import type { TutoringRequestEvent } from '@medicready/domain/tutoring/tutoring-events'
import { type RequestState, sessionOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { v4 as uuidV4 } from 'uuid'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { releaseHours } from './release-hours.ts'

type Wish = Pick<Planning, 'as' | 'by' | 'startsAt' | 'format' | 'place'> & { readonly requestId: string }
interface Planned {
  readonly sessionId: string
  readonly startsAt: string
  readonly endsAt: string
}
type PlanningParts = Pick<Parts, 'commands'>

/** Plans a session that was paid for. */
export const planSession = (parts: PlanningParts, wish: Wish, context: CommandContext): Promise<Outcome<Planned>> =>
  holdAndDecide(parts, { ...wish, sessionId: idFrom(context, 'tutoringSession') }, plan, context)

/** Moves a planned session, or changes where it takes place. */
export const moveSession = (
  parts: PlanningParts,
  wish: Wish & { readonly sessionId: string },
  context: CommandContext,
): Promise<Outcome<Planned>> => holdAndDecide(parts, wish, move, context)

/**
 * Holds the hour of the tutor and of the student in their own streams, and then plans the session: whoever is killed in
 * between leaves an hour that the worker releases. What is refused at once holds nothing.
 */
async function holdAndDecide(
  parts: PlanningParts,
  { requestId, ...wish }: Wish & { readonly sessionId: string },
  decide: (planning: Planning) => Decide<RequestState, TutoringRequestEvent>,
  context: CommandContext,
): Promise<Outcome<Planned>> {
  const { commands } = parts
  const { sessionId } = wish
  const before = await commands.load(tutoringRequestAggregate, requestId)
  const { userId, tutorId } = before.state
  const zones = await timeZonesOf(parts, userId, sessionTutor(before.state, sessionId))
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
      // Of what may have been planned all the same, the worker decides later.
      if (error instanceof Rejection) await releaseHours(parts, session, ofItsOwn(context))
      throw error
    }
    await releaseHours(parts, session, ofItsOwn(context))
  }
  const { state, position } = await commands.execute(tutoringRequestAggregate, requestId, decision, context)
  const { startsAt, endsAt } = sessionOf(state, sessionId)
  if (tutorId === null) throw new Rejection('tutoringNotAccepted')
  return { answer: { sessionId, startsAt, endsAt }, position }
}

/** Hours that were held and released may be held again by the same request, sent once more: that is another command. */
const ofItsOwn = (context: CommandContext): CommandContext => ({ ...context, commandId: uuidV4() })

const sessionTutor = ({ sessions, tutorId }: RequestState, sessionId: string): string | null =>
  sessions.find((session) => session.sessionId === sessionId)?.tutorId ?? tutorId

async function timeZonesOf({ commands }: PlanningParts, userId: string, tutorId: string | null) {
  const student = userId === '' ? null : (await commands.load(accountAggregate, userId)).state
  const tutor = tutorId === null ? null : (await commands.load(tutorAggregate, tutorId)).state
  return {
    studentTimeZone: student && isRegistered(student) ? student.timeZone : 'UTC',
    tutorTimeZone: tutor?.timeZone ?? 'UTC',
  }
}
