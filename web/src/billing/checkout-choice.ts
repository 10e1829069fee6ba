import type { Money } from '@medicready/domain/billing/shown/money'
import { type PaidTier, paidTierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { ofThisTab } from '../ui/kept.ts'

/** Plain text and untrusted: the server decides what a plan costs and a code is worth. */

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
    // Private windows refuse. The checkout then leads back to the plans.
  }
}

export function choosePlan(tier: PaidTier, { amount }: Money): void {
  write(SELECTED_PLAN, tiers[tier].label)
  write(SUBSCRIPTION_TIER, tier)
  write(CHECKOUT_AMOUNT, String(amount / 100))
}

export function chosenPlan(): PaidTier | null {
  const words = [read(SUBSCRIPTION_TIER), read(SELECTED_PLAN)?.toLowerCase() ?? null]
  return words.find(isPaidTier) ?? null
}

export function forgetChoice(): void {
  for (const key of [SELECTED_PLAN, SUBSCRIPTION_TIER, CHECKOUT_AMOUNT, PROMO_CODE]) write(key, null)
}

export const carryPromoCode = (code: string | null): void => write(PROMO_CODE, code)

export const carriedPromoCode = (): string | null => read(PROMO_CODE) || null
