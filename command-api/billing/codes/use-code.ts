import { type DiscountCodeEvent, discountCode, redeemForFreePeriod } from '@medicready/domain/billing/discount-code'
import { priceAggregate } from '@medicready/domain/billing/price'
import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/tiers'
import type { FactOf } from '@medicready/domain/events'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, idFrom } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'
import { findCode } from './find-code.ts'
import { grantFreePeriod } from './grant-free-period.ts'
import { usableBy } from './usable-by.ts'

interface Granted {
  readonly success: true
  readonly subscriptionGranted: true
  readonly subscriptionTier: Tier
  readonly until: string
}

/**
 * Activates the free subscription of a code: the use is made first, exactly once, and the subscription follows from
 * that fact. The worker grants it where this process is killed in between.
 */
export async function useCode(
  parts: Pick<Parts, 'commands'>,
  { userId, code }: { readonly userId: string; readonly code: string },
  context: CommandContext,
): Promise<Outcome<Granted>> {
  const redeemed = await redeem(parts, { userId, code }, context)
  const { answer, position } = await grantFreePeriod(parts, redeemed, context)
  return { answer: { success: true, subscriptionGranted: true, ...answer }, position }
}

async function redeem(parts: Pick<Parts, 'commands'>, { userId, code }: { userId: string; code: string }, context: CommandContext) {
  const { id } = await findCode(parts, code)
  const before = await parts.commands.decidedBefore(discountCode, id, context)
  if (before) return redemptionIn(before.events)
  const { grantsTier } = (await usableBy(parts, { userId, code, now: context.now })).terms
  const usageId = idFrom(context, 'usage')
  const monthlyPrice = grantsTier === null ? 0 : await priceOf(parts, grantsTier)
  const decide = redeemForFreePeriod({ userId, usageId, now: context.now, monthlyPrice })
  return redemptionIn((await parts.commands.execute(discountCode, id, decide, context)).events)
}

/** What a month of a plan costs, in cents. */
async function priceOf({ commands }: Pick<Parts, 'commands'>, tier: PaidTier): Promise<number> {
  const { amount } = (await commands.load(priceAggregate, tier)).state
  return amount ?? tiers[tier].monthlyPrice * 100
}

function redemptionIn(events: readonly DiscountCodeEvent[]): FactOf<'CodeRedeemed'>['data'] {
  const redeemed = events.find((event) => event.type === 'CodeRedeemed')
  if (redeemed?.type !== 'CodeRedeemed') throw new Error('A use of a code was decided without being made.')
  return redeemed.data
}
