import type { Outcome } from '@medicready/domain/outcome'
import { resolveReviewRequests as decide, questionAggregate } from '@medicready/domain/questions/question'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { type CheckParts, refuseUnsound } from './check-content.ts'

type Decision = Omit<Parameters<typeof decide>[0], 'now'> & { readonly questionId: string; readonly acceptWarnings: boolean }

interface Resolved {
  readonly questionId: string
  readonly version: number
  readonly situation: 'active' | 'retired'
}

/**
 * Keeps, revises or retires a question. Refused as the question's stream decides, and a revision as `refuseUnsound`
 * says.
 */
export async function resolveReviewRequests(
  parts: Pick<Parts, 'commands'> & CheckParts,
  { questionId, acceptWarnings, ...review }: Decision,
  context: CommandContext,
): Promise<Outcome<Resolved>> {
  const { version, decision, content } = review
  if (decision === 'revised' && content) await refuseUnsound(parts, { questionId, content }, { acceptWarnings })
  const { position } = await parts.commands.execute(questionAggregate, questionId, decide({ ...review, now: context.now }), context)
  const answer = {
    questionId,
    version: decision === 'revised' ? version + 1 : version,
    situation: decision === 'retired' ? ('retired' as const) : ('active' as const),
  }
  return { answer, position }
}
