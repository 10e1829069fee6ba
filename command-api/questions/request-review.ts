import type { Outcome } from '@medicready/domain/outcome'
import { requestReview as decide, isAsking, isSuperseded, questionAggregate } from '@medicready/domain/questions/question'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface ReviewRequest {
  readonly questionId: string
  readonly userId: string
  readonly reason: string
  /** The version that is doubted; null for the current one. */
  readonly version: number | null
}

/**
 * `requested`: the educators will look at it. `superseded`: it has been revised since. `decided`: this person asked
 * about this version before, and it was decided.
 */
export type ReviewRequestAnswer = 'requested' | 'superseded' | 'decided'

/** Asks the educators to look at a question. Refused with `questionNotFound`. */
export async function requestReview(
  { commands }: Pick<Parts, 'commands'>,
  { questionId, ...request }: ReviewRequest,
  context: CommandContext,
): Promise<Outcome<ReviewRequestAnswer>> {
  const { state, events, position } = await commands.execute(questionAggregate, questionId, decide(request), context)
  if (events.length === 0 && isSuperseded(state, request.version)) return { answer: 'superseded', position }
  return { answer: events.length > 0 || isAsking(state, request.userId) ? 'requested' : 'decided', position }
}
