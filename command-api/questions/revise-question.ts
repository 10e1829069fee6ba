import type { Outcome } from '@medicready/domain/outcome'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { reviseQuestion as decide } from '@medicready/domain/questions/educator-decisions'
import { questionAggregate } from '@medicready/domain/questions/question'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { Written } from './add-question.ts'
import { type CheckParts, refuseUnsound } from './check-content.ts'

interface Revision {
  readonly questionId: string
  /** The version that the educator looked at. */
  readonly version: number
  readonly content: QuestionContent
  readonly acceptWarnings: boolean
}

/**
 * Revises a question that no learner waits for. Refused as the question's stream decides, and as `refuseUnsound` says.
 */
export async function reviseQuestion(
  parts: Pick<Parts, 'commands'> & CheckParts,
  { questionId, version, content, acceptWarnings }: Revision,
  context: CommandContext,
): Promise<Outcome<Written>> {
  await refuseUnsound(parts, { questionId, content }, { acceptWarnings })
  const { position } = await parts.commands.execute(questionAggregate, questionId, decide({ version, content }), context)
  return { answer: { questionId, version: version + 1 }, position }
}
