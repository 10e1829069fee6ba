import type { Tier } from './tiers.ts'

export const CODE_MAX_LENGTH = 50
export const CODE_NAME_MAX_LENGTH = 100
export const CODE_DESCRIPTION_MAX_LENGTH = 500

/** Starts with a letter or digit: it is part of a stream name and people read it aloud. */
export const codePattern = new RegExp(`^[A-Z0-9][A-Z0-9_-]{0,${CODE_MAX_LENGTH - 1}}$`)

export const normalCode = (typed: string): string => typed.trim().toUpperCase()

export const discountTypes = ['percentage', 'fixed_amount', 'free_subscription'] as const
export type DiscountType = (typeof discountTypes)[number]

export const grantableTiers = ['basic', 'premium'] as const satisfies readonly Tier[]
export type GrantableTier = (typeof grantableTiers)[number]

/** Percent, cents, months. The minimum is 1. */
export const largestDiscount = { percentage: 100, fixed_amount: 100_000, free_subscription: 24 } as const satisfies Record<
  DiscountType,
  number
>

export const MAX_CODE_USES = 1_000_000
export const codeRefusals = [
  'discountCodeInvalid',
  'discountCodeUsed',
  'discountCodeInactive',
  'discountCodeExpired',
  'discountCodeUsedUp',
] as const
export type CodeRefusal = (typeof codeRefusals)[number]
/** Assumed limit of an unlimited code, for its conversion rate. */
export const ASSUMED_USES = 100

export interface Discount {
  readonly discountType: DiscountType
  /** Percent, cents, or months. */
  readonly discountValue: number
  readonly grantsTier: GrantableTier | null
}

export type DiscountFault = 'value' | 'grantsTier'

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

export const conversionRate = (uses: number, maxUses: number | null): number => uses / (maxUses ?? ASSUMED_USES)

const tierWords = { basic: 'Basic', premium: 'Premium' } as const satisfies Record<GrantableTier, string>

/** Such as '25% off', '$2.50 off', '3 months of Premium for free'. */
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
