import { questionAggregate, requestReview } from '@medicready/domain/questions/question'
import type { Handlers } from '@medicready/platform/http/calls'
import { type Clock, commandContext, replyConsistency } from '../command-context.ts'
import type { Commands } from '../commands.ts'

export interface QuestionDependencies {
  readonly commands: Commands
  readonly clock: Clock
}

export const questionRoutes = (parts: QuestionDependencies): Pick<Handlers<'command-api'>, 'POST /api/questions/{id}/request-review'> => ({
  'POST /api/questions/{id}/request-review': async ({ params, body, identity, http }, reply) => {
    const command = { userId: identity.userId, reason: body.reason }
    const { position } = await parts.commands.execute(
      questionAggregate,
      params.id,
      requestReview(command),
      commandContext(http, parts.clock),
    )
    replyConsistency(reply, position)
    return { message: 'Thank you. Our educators will review this question.' }
  },
})
