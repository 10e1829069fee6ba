import { accountAggregate } from '@medicready/domain/accounts/account'
import { requestExport as decide } from '@medicready/domain/accounts/personal-data'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, idFrom } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'

/** Asks for all that is known of a person. Refused with `exportUnderWay` or `exportTooSoon`. */
export async function requestExport(
  { commands }: Pick<Parts, 'commands'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<{ readonly exportId: string; readonly requestedAt: string }>> {
  const exportId = idFrom(context, 'export')
  const { events, position } = await commands.execute(accountAggregate, userId, decide({ exportId, now: context.now }), context)
  const requested = events.find((event) => event.type === 'ExportRequested')
  if (!requested) throw new Error('An export was requested and is not there.')
  return { answer: { exportId, requestedAt: requested.data.requestedAt }, position }
}
