import type { Decide } from '../core/decider.ts'
import { type SubscriptionState, withTier } from './subscription.ts'
import type { SubscriptionEvent } from './subscription-events.ts'
import type { PaidTier } from './tiers.ts'

type DecideSubscription = Decide<SubscriptionState, SubscriptionEvent>

/** The same time of day, clamped to the last day of a shorter month. UTC. */
export function monthsAfter(instant: string, months: number): string {
  const then = new Date(instant)
  const day = then.getUTCDate()
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(day, lastDay))
  return then.toISOString()
}

interface Grant {
  readonly userId: string
  readonly tier: PaidTier
  readonly months: number
  readonly code: string
  readonly now: string
}

/** Starts after a running period of the same tier, so no day is lost. */
export const grantFreePeriod =
  ({ userId, tier, months, code, now }: Grant): DecideSubscription =>
  (state) => {
    const running = state.freePeriods.find((period) => period.tier === tier)?.until ?? now
    const from = running > now ? running : now
    const data = { userId, tier, months, code, from, until: monthsAfter(from, months) }
    return withTier(state, [{ type: 'FreePeriodGranted', data }], { userId, cause: 'code' })
  }

export const endFreePeriods =
  ({ userId, now }: { readonly userId: string; readonly now: string }): DecideSubscription =>
  (state) => {
    const ended = state.freePeriods
      .filter(({ until }) => until <= now)
      .map(({ tier, until }) => ({ type: 'FreePeriodEnded' as const, data: { userId, tier, until } }))
    return ended.length === 0 ? [] : withTier(state, ended, { userId, cause: 'ended' })
  }
