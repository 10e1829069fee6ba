import type { Tier } from './tiers.ts'

/** What discount codes may be, and what they come to. Free of zod: the browser uses it too. */

export const CODE_MAX_LENGTH = 50
export const CODE_NAME_MAX_LENGTH = 100
export const CODE_DESCRIPTION_MAX_LENGTH = 500

/** Begins with a letter or digit: streams are named by it, and people read it out to each other. */
export const codePattern = new RegExp(`^[A-Z0-9][A-Z0-9_-]{0,${CODE_MAX_LENGTH - 1}}$`)

/** As a code is kept and compared, however it was typed. */
export const normalCode = (typed: string): string => typed.trim().toUpperCase()

export const discountTypes = ['percentage', 'fixed_amount', 'free_subscription'] as const
export type DiscountType = (typeof discountTypes)[number]

/** The tiers that a free subscription can be of. */
export const grantableTiers = ['basic', 'premium'] as const satisfies readonly Tier[]
export type GrantableTier = (typeof grantableTiers)[number]

/** The largest value of each type: per cent; cents; months. The smallest is 1. */
export const largestDiscount = { percentage: 100, fixed_amount: 100_000, free_subscription: 24 } as const satisfies Record<
  DiscountType,
  number
>

export const MAX_CODE_USES = 1_000_000
/** Of what a code that has no limit has been used, its conversion rate tells as if it had this one. */
export const ASSUMED_USES = 100

/** What a code gives. */
export interface Discount {
  readonly discountType: DiscountType
  /** Per cent, cents of US dollars, or months. */
  readonly discountValue: number
  /** Of a free subscription; null where a payment is lowered. */
  readonly grantsTier: GrantableTier | null
}

export type DiscountFault = 'value' | 'grantsTier'

/** What is wrong with a discount; null where nothing is. */
export function faultOfDiscount({ discountType, discountValue, grantsTier }: Discount): DiscountFault | null {
  if (!Number.isInteger(discountValue) || discountValue < 1 || discountValue > largestDiscount[discountType]) return 'value'
  return (discountType === 'free_subscription') === (grantsTier !== null) ? null : 'grantsTier'
}

export const discountFaultWords = {
  percentage: `Please enter a whole percentage from 1 to ${largestDiscount.percentage}.`,
  fixed_amount: `Please enter an amount from $0.01 to $${(largestDiscount.fixed_amount / 100).toFixed(2)}.`,
  free_subscription: `Please enter a number of months from 1 to ${largestDiscount.free_subscription}.`,
  grantsTier: 'A free subscription needs Basic or Premium. Other codes give no plan.',
} as const

export const wordsOfDiscountFault = (fault: DiscountFault, discountType: DiscountType): string =>
  discountFaultWords[fault === 'value' ? discountType : fault]

/** What a discount takes off a price, both in whole cents: a share is rounded to the nearest cent, half a cent up. */
export function amountOff(priceInCents: number, { discountType, discountValue }: Discount): number {
  switch (discountType) {
    case 'percentage':
      return Math.floor((priceInCents * discountValue + 50) / 100)
    case 'fixed_amount':
      return Math.min(priceInCents, discountValue)
    case 'free_subscription':
      return priceInCents * discountValue
  }
}

/** Uses of a code against its limit; those of a code without one against 100. */
export const conversionRate = (uses: number, maxUses: number | null): number => uses / (maxUses ?? ASSUMED_USES)

const tierWords = { basic: 'Basic', premium: 'Premium' } as const satisfies Record<GrantableTier, string>

/** What a code gives, in a few words: '25% off', '$2.50 off', '3 months of Premium for free'. */
export function discountInWords({ discountType, discountValue, grantsTier }: Discount): string {
  switch (discountType) {
    case 'percentage':
      return `${discountValue}% off`
    case 'fixed_amount':
      return `$${(discountValue / 100).toFixed(2)} off`
    case 'free_subscription':
      return `${discountValue} ${discountValue === 1 ? 'month' : 'months'} of ${tierWords[grantsTier ?? 'basic']} for free`
  }
}
