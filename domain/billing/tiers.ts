/**
 * What a subscription tier costs and allows. Prices in US dollars a month; -1 means unlimited. `mostSessionQuestions`
 * is how many a study session may have.
 */
export const tiers = {
  free: { label: 'Free', monthlyPrice: 0, dailyLimit: 1, dailyQuestions: 1, mostSessionQuestions: 1 },
  basic: { label: 'Basic', monthlyPrice: 5, dailyLimit: 5, dailyQuestions: 5, mostSessionQuestions: 5 },
  premium: { label: 'Premium', monthlyPrice: 12, dailyLimit: -1, dailyQuestions: 10, mostSessionQuestions: 50 },
} as const

export type Tier = keyof typeof tiers
export const tierNames = ['free', 'basic', 'premium'] as const satisfies readonly Tier[]
/** Those that are paid for, the smaller one first. */
export const paidTierNames = ['basic', 'premium'] as const satisfies readonly Tier[]
export type PaidTier = (typeof paidTierNames)[number]

/** Whether a tier holds more than another. */
export const isAbove = (tier: Tier, other: Tier): boolean => tierNames.indexOf(tier) > tierNames.indexOf(other)

/** The least tier that may choose the questions of a session itself, in whatever mode. */
export const QUIZ_TIER = 'basic' satisfies Tier

/** The least tier that may take practice exams. */
export const EXAM_TIER = 'premium' satisfies Tier

/**
 * What a tier shows of a question that was answered, beside the right answer, the explanation and the pearl, which
 * all plans show: why each option is right or wrong, what it rests on, and what others chose.
 */
export const tierShows = {
  free: { rationales: false, references: false, statistics: false },
  basic: { rationales: true, references: true, statistics: true },
  premium: { rationales: true, references: true, statistics: true },
} as const satisfies Record<Tier, object>
export type TierShows = (typeof tierShows)[Tier]

export const UNLIMITED = -1

/** Questions that may still be delivered today; -1 when there is no limit. */
export const remainingQuestions = (dailyLimit: number, delivered: number): number =>
  dailyLimit === UNLIMITED ? UNLIMITED : Math.max(0, dailyLimit - delivered)
