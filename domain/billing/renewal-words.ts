import { type Money, priceInWords } from './money.ts'
import { type PaidTier, tiers } from './tiers.ts'

/**
 * What a payer is told of the renewal, beside the button and again in each receipt: that it comes by itself, what
 * it costs, and how and where it is stopped. California (Business and Professions Code § 17600 and following) asks for
 * it, and other states do alike. Free of zod: screens use it too.
 */

/** `from`: the day on which it renews first, where it is known. */
export const renewalWords = (tier: PaidTier, price: Money, from: string | null = null): string =>
  `${tiers[tier].label} renews automatically ${from === null ? 'every month' : `on ${from} and every month after it`} for ${priceInWords(price)}, plus taxes where they apply, until you cancel.`

export const CANCELLATION_WORDS =
  'You can cancel online at any time with Cancel plan on the Subscription page. Your plan then runs to the end of the month that you have paid for, and you are not charged again.'
