import { type Tier, tiers } from './tiers.ts'

/** What those hear whose tier does not include something: a mode of study, or "This". */
export const upgradeWords = (what: string, tier: Tier): string => `${what} requires a ${tiers[tier].label} subscription or higher.`
