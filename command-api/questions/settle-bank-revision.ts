import type { Outcome } from '@medicready/domain/outcome'
import { settleBankRevision as decide } from '@medicready/domain/questions/educator-decisions'
import { questionAggregate } from '@medicready/domain/questions/question'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { Written } from './add-question.ts'
import { type CheckParts, refuseUnsound } from './check-content.ts'

type Decision = Parameters<typeof decide>[0] & { readonly questionId: string; readonly acceptWarnings: boolean }

/**
 * Takes over what the bank says, keeps what is asked, or writes something else. Refused as the question's stream
 * decides, and what is written as `refuseUnsound` says: the bank's own words have passed its rules.
 */
export async function settleBankRevision(
  parts: Pick<Parts, 'commands'> & CheckParts,
  { questionId, acceptWarnings, ...settlement }: Decision,
  context: CommandContext,
): Promise<Outcome<Written>> {
  const { version, decision, content } = settlement
  if (decision === 'edited' && content) await refuseUnsound(parts, { questionId, content }, { acceptWarnings })
  const { position } = await parts.commands.execute(questionAggregate, questionId, decide(settlement), context)
  return { answer: { questionId, version: decision === 'kept' ? version : version + 1 }, position }
}
