import type { Outcome } from '@medicready/domain/outcome'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { addAuthored } from '@medicready/domain/questions/educator-decisions'
import { questionAggregate } from '@medicready/domain/questions/question'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { type CheckParts, refuseUnsound } from './check-content.ts'

/** What an educator has written, as far as a caller needs to know. */
export interface Written {
  readonly questionId: string
  readonly version: number
}

/** Adds a question of an educator's, as a pilot. Refused as `refuseUnsound` says. */
export async function addQuestion(
  parts: Pick<Parts, 'commands'> & CheckParts,
  { content, acceptWarnings }: { readonly content: QuestionContent; readonly acceptWarnings: boolean },
  context: CommandContext,
): Promise<Outcome<Written>> {
  const questionId = idFrom(context, 'question')
  // A command that comes again finds its own question, which is like it.
  await refuseUnsound(parts, { questionId, content }, { acceptWarnings })
  const { position } = await parts.commands.execute(questionAggregate, questionId, addAuthored({ questionId, content }), context)
  return { answer: { questionId, version: 1 }, position }
}
