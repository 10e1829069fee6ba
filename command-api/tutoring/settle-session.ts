import type { Decide } from '@medicready/domain/decider'
import type { Outcome } from '@medicready/domain/outcome'
import {
  cancelSession as cancel,
  completeSession as complete,
  missSession as miss,
  rateSession as rate,
} from '@medicready/domain/tutoring/decide-session'
import type { Participant, SessionState } from '@medicready/domain/tutoring/rules'
import { TUTORING_CURRENCY } from '@medicready/domain/tutoring/rules'
import type { TutoringRequestEvent } from '@medicready/domain/tutoring/tutoring-events'
import { type RequestState, sessionOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface OnSession {
  readonly requestId: string
  readonly sessionId: string
  readonly as: Participant
  readonly by: string
}
interface Settled {
  readonly sessionId: string
  readonly state: SessionState
  readonly refund: { readonly amount: number; readonly currency: string }
}

/** The worker pays back what follows from it, and releases the hour. */
export const cancelSession = (
  parts: Pick<Parts, 'commands'>,
  { reason, ...on }: OnSession & { readonly reason: string | null },
  context: CommandContext,
): Promise<Outcome<Settled>> => settle(parts, on, cancel({ ...on, reason, at: context.now }), context)

export const completeSession = (parts: Pick<Parts, 'commands'>, on: OnSession, context: CommandContext): Promise<Outcome<Settled>> =>
  settle(parts, on, complete({ ...on, at: context.now }), context)

/** The student has not come. */
export const missSession = (parts: Pick<Parts, 'commands'>, on: OnSession, context: CommandContext): Promise<Outcome<Settled>> =>
  settle(parts, on, miss({ ...on, at: context.now }), context)

async function settle(
  { commands }: Pick<Parts, 'commands'>,
  { requestId, sessionId }: OnSession,
  decide: Decide<RequestState, TutoringRequestEvent>,
  context: CommandContext,
): Promise<Outcome<Settled>> {
  const { state, position } = await commands.execute(tutoringRequestAggregate, requestId, decide, context)
  const session = sessionOf(state, sessionId)
  const refund = { amount: session.refund, currency: state.paid?.currency ?? TUTORING_CURRENCY }
  return { answer: { sessionId, state: session.state, refund }, position }
}

export async function rateSession(
  { commands }: Pick<Parts, 'commands'>,
  { rating, comment, ...on }: Omit<OnSession, 'as'> & { readonly rating: number; readonly comment: string | null },
  context: CommandContext,
): Promise<Outcome<{ readonly rating: number }>> {
  const decide = rate({ ...on, as: 'student', rating, comment, at: context.now })
  const { position } = await commands.execute(tutoringRequestAggregate, on.requestId, decide, context)
  return { answer: { rating }, position }
}
