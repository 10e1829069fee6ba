import { type Money, priceInWords } from './money.ts'
import { type PaidTier, type Tier, tiers } from './tiers.ts'

export const upgradeWords = (what: string, tier: Tier): string => `${what} requires a ${tiers[tier].label} subscription or higher.`

// Renewal terms at the button and on receipts, as California (Bus. and Prof. Code § 17600 ff.) and others require.

export const renewalWords = (tier: PaidTier, price: Money, from: string | null = null): string =>
  `${tiers[tier].label} renews automatically ${from === null ? 'every month' : `on ${from} and every month after it`} for ${priceInWords(price)}, plus taxes where they apply, until you cancel.`

export const CANCELLATION_WORDS =
  'You can cancel online at any time with Cancel plan on the Subscription page. Your plan then runs to the end of the month that you have paid for, and you are not charged again.'
