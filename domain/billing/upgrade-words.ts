import { type Tier, tiers } from './tiers.ts'

export const upgradeWords = (what: string, tier: Tier): string => `${what} requires a ${tiers[tier].label} subscription or higher.`
