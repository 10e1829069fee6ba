import { subscription } from '@medicready/domain/billing/subscription'
import { type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { Commands } from '../commands.ts'

/** An account's tier as the log has it now. */
export async function tierOf(commands: Commands, userId: string): Promise<Tier> {
  const { state } = await commands.load(subscription, userId)
  return state.tier
}

export const dailyLimitOf = async (commands: Commands, userId: string): Promise<number> => tiers[await tierOf(commands, userId)].dailyLimit
