import { grantTier as decide, subscription } from '@medicready/domain/billing/subscription'
import type { Tier } from '@medicready/domain/billing/tiers'
import type { Outcome } from '@medicready/domain/outcome'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Gives an account a tier, without payment. */
export async function grantTier(
  { commands }: Pick<Parts, 'commands'>,
  command: { readonly userId: string; readonly tier: Tier; readonly reason?: string },
  context: CommandContext,
): Promise<Outcome<{ readonly tier: Tier; readonly hasChanged: boolean }>> {
  const { events, state, position } = await commands.execute(subscription, command.userId, decide(command), context)
  return { answer: { tier: state.tier, hasChanged: events.length > 0 }, position }
}
