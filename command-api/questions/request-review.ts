import type { Outcome } from '@medicready/domain/outcome'
import { requestReview as decide, isAsking, isSuperseded, questionAggregate } from '@medicready/domain/questions/question'
import { countReviewRequest, reviewDay, reviewDayId } from '@medicready/domain/questions/review-day'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { deliveredVersion } from '../study/delivered-version.ts'

interface ReviewRequest {
  readonly questionId: string
  readonly userId: string
  readonly reason: string
  /** The version that is doubted; null for the one that the learner was given last. */
  readonly version: number | null
}

/**
 * `requested`: the educators will look at it. `superseded`: it has been revised since. `decided`: this person asked
 * about this version before, and it was decided.
 */
export type ReviewRequestAnswer = 'requested' | 'superseded' | 'decided'

/**
 * Asks the educators to look at a question that the learner was given. A request that changes nothing is not counted.
 * Refused with `questionNotFound`, with `partClosed` for what nobody can have read yet, or with `reviewLimitReached`
 * once the day's requests are used up.
 */
export async function requestReview(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'sql'>,
  { questionId, userId, reason, version: doubted }: ReviewRequest,
  context: CommandContext,
): Promise<Outcome<ReviewRequestAnswer>> {
  const { commands, accountDays } = parts
  const version = await deliveredVersion(parts, { userId, questionId, version: doubted }, context)
  if (version === null) throw new Rejection('questionNotFound')
  const request = decide({ userId, reason, version })
  if (request((await commands.load(questionAggregate, questionId)).state).length > 0) {
    const date = await accountDays.today(userId, context.now)
    await commands.execute(reviewDay, reviewDayId(userId, date), countReviewRequest({ userId, date, questionId, version }), context)
  }
  const { state, events, position } = await commands.execute(questionAggregate, questionId, request, context)
  if (events.length === 0 && isSuperseded(state, version)) return { answer: 'superseded', position }
  return { answer: events.length > 0 || isAsking(state, userId) ? 'requested' : 'decided', position }
}
