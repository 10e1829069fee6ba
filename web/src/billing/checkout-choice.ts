import type { Money } from '@medicready/domain/billing/money'
import { type PaidTier, paidTierNames, tiers } from '@medicready/domain/billing/tiers'
import { ofThisTab } from '../ui/kept.ts'

/**
 * What this tab carries to the checkout: the plan that was chosen, and a code. All of it is plain text, and none of it
 * is trusted: what a plan costs and what a code is worth is the server's word.
 */

const SELECTED_PLAN = 'selectedPlan'
const SUBSCRIPTION_TIER = 'subscriptionTier'
const CHECKOUT_AMOUNT = 'checkoutAmount'
const PROMO_CODE = 'promoCode'

const isPaidTier = (word: string | null): word is PaidTier => paidTierNames.some((tier) => tier === word)

const read = (key: string): string | null => {
  try {
    return ofThisTab().getItem(key)
  } catch {
    return null
  }
}

const write = (key: string, text: string | null): void => {
  try {
    if (text === null) ofThisTab().removeItem(key)
    else ofThisTab().setItem(key, text)
  } catch {
    // Private windows refuse; the checkout then has nothing to begin with, and leads back to the plans.
  }
}

/** Keeps the plan that was chosen, at this price, until the checkout. */
export function choosePlan(tier: PaidTier, { amount }: Money): void {
  write(SELECTED_PLAN, tiers[tier].label)
  write(SUBSCRIPTION_TIER, tier)
  write(CHECKOUT_AMOUNT, String(amount / 100))
}

/** The plan that was chosen in this tab; null where there is none. */
export function chosenPlan(): PaidTier | null {
  const words = [read(SUBSCRIPTION_TIER), read(SELECTED_PLAN)?.toLowerCase() ?? null]
  return words.find(isPaidTier) ?? null
}

/** Forgets the choice, with its code: it was paid for. */
export function forgetChoice(): void {
  for (const key of [SELECTED_PLAN, SUBSCRIPTION_TIER, CHECKOUT_AMOUNT, PROMO_CODE]) write(key, null)
}

/** Carries a code to the checkout; null takes it away. */
export const carryPromoCode = (code: string | null): void => write(PROMO_CODE, code)

/** The code that this tab carries to the checkout. */
export const carriedPromoCode = (): string | null => read(PROMO_CODE) || null
