import { type AdminActionEvent, adminAction, noteAction as decide } from '@medicready/domain/admin/admin-actions'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** What an administrator does, without the id of it: that follows from the command. */
type Unnamed<Event> = Event extends AdminActionEvent
  ? { readonly type: Event['type']; readonly data: Omit<Event['data'], 'actionId'> }
  : never

/** Writes down that an administrator does something, and why, before it is done. */
export async function noteAction(
  { commands }: Pick<Parts, 'commands'>,
  { type, data }: Unnamed<AdminActionEvent>,
  context: CommandContext,
): Promise<Outcome<{ readonly actionId: string }>> {
  const actionId = idFrom(context, 'admin action')
  const action = { type, data: { actionId, ...data } } as AdminActionEvent
  const { position } = await commands.execute(adminAction, actionId, decide(action), context)
  return { answer: { actionId }, position }
}
