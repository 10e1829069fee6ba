/** What a subscription tier costs and allows. Prices in US dollars a month; -1 means unlimited. */
export const tiers = {
  free: { label: 'Free', monthlyPrice: 0, dailyLimit: 1, dailyQuestions: 1 },
  basic: { label: 'Basic', monthlyPrice: 5, dailyLimit: 5, dailyQuestions: 5 },
  premium: { label: 'Premium', monthlyPrice: 12, dailyLimit: -1, dailyQuestions: 10 },
} as const

export type Tier = keyof typeof tiers
export const tierNames = ['free', 'basic', 'premium'] as const satisfies readonly Tier[]

export const UNLIMITED = -1

/** Questions that may still be delivered today; -1 when there is no limit. */
export const remainingQuestions = (dailyLimit: number, delivered: number): number =>
  dailyLimit === UNLIMITED ? UNLIMITED : Math.max(0, dailyLimit - delivered)
