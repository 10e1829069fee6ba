import {
  requestReview as decide,
  resolveReviewRequests as decideResolution,
  isAsking,
  isSuperseded,
  questionAggregate,
} from '@medicready/domain/questions/question'
import { countReviewRequest, reviewDayAggregate, reviewDayId } from '@medicready/domain/questions/review-day'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliveredVersion } from '../study/delivered-question.ts'
import { type CheckDeps, refuseUnsound } from './edit-question.ts'

interface ReviewRequest {
  readonly questionId: string
  readonly userId: string
  readonly reason: string
  readonly version: number | null
}

/** `superseded`: revised since. `decided`: this person's request for this version was already decided. */
export type ReviewRequestAnswer = 'requested' | 'superseded' | 'decided'

/** A request that changes nothing is not counted. Throws `questionNotFound`, `partClosed` or `reviewLimitReached`. */
export async function requestReview(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'sql'>,
  { questionId, userId, reason, version: doubted }: ReviewRequest,
  context: CommandContext,
): Promise<ReviewRequestAnswer> {
  const { commands, accountDays } = deps
  const version = await deliveredVersion(deps, { userId, questionId, version: doubted }, context)
  if (version === null) throw new Rejection('questionNotFound')
  const request = decide({ userId, reason, version })
  if (request((await commands.load(questionAggregate, questionId)).state).length > 0) {
    const date = await accountDays.today(userId, context.now)
    const count = countReviewRequest({ userId, date, questionId, version })
    await commands.execute(reviewDayAggregate, reviewDayId(userId, date), count, context)
  }
  const { state, events } = await commands.execute(questionAggregate, questionId, request, context)
  if (events.length === 0 && isSuperseded(state, version)) return 'superseded'
  return events.length > 0 || isAsking(state, userId) ? 'requested' : 'decided'
}

type Decision = Omit<Parameters<typeof decideResolution>[0], 'now'> & { readonly questionId: string; readonly acceptWarnings: boolean }

interface Resolved {
  readonly questionId: string
  readonly version: number
  readonly situation: 'active' | 'retired'
}

export async function resolveReviewRequests(
  deps: Pick<Dependencies, 'commands'> & CheckDeps,
  { questionId, acceptWarnings, ...review }: Decision,
  context: CommandContext,
): Promise<Resolved> {
  const { version, decision, content } = review
  if (decision === 'revised' && content) await refuseUnsound(deps, { questionId, content }, { acceptWarnings })
  await deps.commands.execute(questionAggregate, questionId, decideResolution({ ...review, now: context.now }), context)
  const answer = {
    questionId,
    version: decision === 'revised' ? version + 1 : version,
    situation: decision === 'retired' ? ('retired' as const) : ('active' as const),
  }
  return answer
}
