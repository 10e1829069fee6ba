import type { Outcome } from '@medicready/domain/outcome'
import { changeReminders as decide, type RemindersChange, reminderPreferences } from '@medicready/domain/reminders/preferences'
import type { Reminders } from '@medicready/domain/reminders/rules'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Changes of what somebody is reminded, and how. */
export async function changeReminders(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...change }: RemindersChange & { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<Reminders>> {
  const { state, position } = await commands.execute(reminderPreferences, userId, decide(userId, change), context)
  return { answer: state, position }
}
