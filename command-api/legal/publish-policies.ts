import { type LegalDocumentId, legalDocumentIds } from '@medicready/domain/legal/legal-documents'
import { publishPolicies as decide, type PublishedPolicy, policyAggregate } from '@medicready/domain/legal/policy'
import type { Outcome } from '@medicready/domain/outcome'
import { policiesOf } from '@medicready/platform/legal/legal-texts'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * Brings the log to what the files of the legal documents say, each document by itself: broken off, it goes on where it
 * stopped. Throws PolicyRefused for a file that may not be published as it is.
 */
export async function publishPolicies(
  { commands }: Pick<Parts, 'commands'>,
  context: CommandContext,
  filesOf: (id: LegalDocumentId) => readonly PublishedPolicy[] = policiesOf,
): Promise<Outcome<{ readonly published: number }>> {
  let published = 0
  for (const id of legalDocumentIds) {
    const command = decide(filesOf(id), context.now.slice(0, 10))
    const { events } = await commands.execute(policyAggregate, id, command, { ...context, commandId: idFrom(context, id) })
    published += events.length
  }
  return { answer: { published }, position: null }
}
