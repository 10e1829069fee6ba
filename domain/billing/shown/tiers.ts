/** Prices in US dollars a month. -1 means unlimited. */
export const tiers = {
  free: { label: 'Free', monthlyPrice: 0, dailyLimit: 1, dailyQuestions: 1, mostSessionQuestions: 1 },
  basic: { label: 'Basic', monthlyPrice: 5, dailyLimit: 5, dailyQuestions: 5, mostSessionQuestions: 5 },
  premium: { label: 'Premium', monthlyPrice: 12, dailyLimit: -1, dailyQuestions: 10, mostSessionQuestions: 50 },
} as const

export type Tier = keyof typeof tiers
export const tierNames = ['free', 'basic', 'premium'] as const satisfies readonly Tier[]
export const paidTierNames = ['basic', 'premium'] as const satisfies readonly Tier[]
export type PaidTier = (typeof paidTierNames)[number]

export const isAbove = (tier: Tier, other: Tier): boolean => tierNames.indexOf(tier) > tierNames.indexOf(other)

export const QUIZ_TIER = 'basic' satisfies Tier

export const EXAM_TIER = 'premium' satisfies Tier

/** In addition to the right answer, explanation and pearl, which every plan shows. */
export const tierShows = {
  free: { rationales: false, references: false, statistics: false },
  basic: { rationales: true, references: true, statistics: true },
  premium: { rationales: true, references: true, statistics: true },
} as const satisfies Record<Tier, object>
export type TierShows = (typeof tierShows)[Tier]

export const UNLIMITED = -1

/** -1 when there is no limit. */
export const remainingQuestions = (dailyLimit: number, delivered: number): number =>
  dailyLimit === UNLIMITED ? UNLIMITED : Math.max(0, dailyLimit - delivered)

export const PRICE_NOTICE_DAYS = 30
/** Cents; Stripe's minimum. */
export const LEAST_PRICE = 50
export const MOST_PRICE = 100_000
export const PRICE_UNUSUAL = 'Please enter a price from $0.50 to $1,000.'
export const MOST_DAYS_TO_PRICE = 365
