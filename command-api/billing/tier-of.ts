import { subscription } from '@medicready/domain/billing/subscription'
import { type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { Parts } from '../parts.ts'

/** An account's tier as the log has it now. */
export async function tierOf({ commands }: Pick<Parts, 'commands'>, userId: string): Promise<Tier> {
  const { state } = await commands.load(subscription, userId)
  return state.tier
}

export const dailyLimitOf = async (parts: Pick<Parts, 'commands'>, userId: string): Promise<number> =>
  tiers[await tierOf(parts, userId)].dailyLimit
