import type { Outcome } from '@medicready/domain/outcome'
import { settleBankRevision as decide } from '@medicready/domain/questions/educator-decisions'
import { questionAggregate } from '@medicready/domain/questions/question'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { Written } from './add-question.ts'
import type { AskedBefore } from './asked-before.ts'
import { refuseUnsound } from './check-content.ts'

type Decision = Parameters<typeof decide>[0] & { readonly questionId: string; readonly acceptWarnings: boolean }

/**
 * Takes over what the bank says, keeps what is asked, or writes something else. Refused as the question's stream
 * decides, and what is written as `refuseUnsound` says: the bank's own words have passed its rules.
 */
export async function settleBankRevision(
  { commands, askedBefore }: Pick<Parts, 'commands'> & { readonly askedBefore: AskedBefore },
  { questionId, acceptWarnings, ...settlement }: Decision,
  context: CommandContext,
): Promise<Outcome<Written>> {
  const { version, decision, content } = settlement
  if (decision === 'edited' && content) await refuseUnsound(askedBefore, { questionId, content }, { acceptWarnings })
  const { position } = await commands.execute(questionAggregate, questionId, decide(settlement), context)
  return { answer: { questionId, version: decision === 'kept' ? version : version + 1 }, position }
}
