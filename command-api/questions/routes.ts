import type { QuestionContent } from '@medicready/domain/questions/content'
import { lintQuestion } from '@medicready/domain/questions/lint'
import { isAsking, isSuperseded, questionAggregate, requestReview, resolveReview } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { type Clock, commandContext, replyConsistency } from '../command-context.ts'
import type { Commands } from '../commands.ts'

export interface QuestionDependencies {
  readonly commands: Commands
  readonly clock: Clock
}

type QuestionCall = 'POST /api/questions/{id}/request-review' | 'POST /api/admin/reviews/{id}/resolve'

const REQUESTED = 'Thank you. Our educators will review this question.'
const REVISED_SINCE = 'Thank you. This question has been revised since; your next one will be the new version.'
const DECIDED_BEFORE = 'You have asked about this version before, and our educators have decided.'

export const questionRoutes = ({ commands, clock }: QuestionDependencies): Pick<Handlers<'command-api'>, QuestionCall> => ({
  'POST /api/questions/{id}/request-review': async ({ params, body, identity, http }, reply) => {
    const command = { ...body, userId: identity.userId }
    const { state, events, position } = await commands.execute(
      questionAggregate,
      params.id,
      requestReview(command),
      commandContext(http, clock),
    )
    replyConsistency(reply, position)
    if (events.length === 0 && isSuperseded(state, body.version)) return { message: REVISED_SINCE }
    return { message: events.length > 0 || isAsking(state, identity.userId) ? REQUESTED : DECIDED_BEFORE }
  },

  'POST /api/admin/reviews/{id}/resolve': async ({ params, body, identity, http }, reply) => {
    const { version, decision } = body
    if (decision === 'revised' && body.content) refuseUnsound(body.content)
    const command = { ...body, resolvedBy: identity.userId }
    const { position } = await commands.execute(questionAggregate, params.id, resolveReview(command), commandContext(http, clock))
    replyConsistency(reply, position)
    return {
      questionId: params.id,
      version: decision === 'revised' ? version + 1 : version,
      situation: decision === 'retired' ? ('retired' as const) : ('active' as const),
    }
  },
})

/** What an educator writes meets the rules that hold for the curated bank. */
function refuseUnsound(content: QuestionContent): void {
  const faults = lintQuestion(content).filter(({ level }) => level === 'error')
  if (faults.length > 0)
    throw new Rejection(
      'revisionRefused',
      faults.map(({ code, words }) => ({ path: 'content', message: `${code.replaceAll('_', ' ')}: ${words}` })),
    )
}
