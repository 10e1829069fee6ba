import { type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import { grantTier as decide, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

export async function tierOf({ commands }: Pick<Dependencies, 'commands'>, userId: string): Promise<Tier> {
  const { state } = await commands.load(subscriptionAggregate, userId)
  return state.tier
}

/** For display: an upgrade is seen at once, an ended plan may show for some seconds. Limits use `tierOf`. */
export const recentTierOf = async ({ recentSubscriptions }: Pick<Dependencies, 'recentSubscriptions'>, userId: string): Promise<Tier> =>
  (await recentSubscriptions.of(userId, ({ tier }) => tier !== 'free')).tier

export const dailyLimitOf = async (deps: Pick<Dependencies, 'commands'>, userId: string): Promise<number> =>
  tiers[await tierOf(deps, userId)].dailyLimit

export async function grantTier(
  { commands }: Pick<Dependencies, 'commands'>,
  command: { readonly userId: string; readonly tier: Tier; readonly reason?: string },
  context: CommandContext,
): Promise<{ readonly tier: Tier; readonly hasChanged: boolean }> {
  const { events, state } = await commands.execute(subscriptionAggregate, command.userId, decide(command), context)
  return { tier: state.tier, hasChanged: events.length > 0 }
}
