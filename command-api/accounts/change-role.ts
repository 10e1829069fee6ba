import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole as decide } from '@medicready/domain/accounts/roles'
import type { UserRole } from '@medicready/domain/accounts/rules'
import type { Outcome } from '@medicready/domain/outcome'
import { endSessions } from '@medicready/platform/http/sessions'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * Gives somebody a role, or takes it, and ends all their sessions: those to come have the limits of the new role, and
 * whoever had got into one has nothing of it. The worker does the same when it meets the fact, should this process be
 * killed in between.
 */
export async function changeRole(
  { commands, sql }: Pick<Parts, 'commands' | 'sql'>,
  { userId, ...change }: { readonly userId: string; readonly role: UserRole; readonly reason: string },
  context: CommandContext,
): Promise<Outcome<{ readonly hasChanged: boolean }>> {
  const { events, position } = await commands.execute(accountAggregate, userId, decide(change), context)
  if (events.length > 0) await endSessions(sql, userId)
  return { answer: { hasChanged: events.length > 0 }, position }
}
