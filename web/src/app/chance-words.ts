import type { ChanceOfDay } from '@medicready/domain/contract/readiness'

/** A chance to pass, and the ends of its range. */
export type Chance = Pick<ChanceOfDay, 'chance' | 'low' | 'high'>

/** In whole percent, and never so that it sounds certain: from 1 to 99. */
export const percentOfChance = (chance: number): number => Math.min(99, Math.max(1, Math.round(100 * chance)))

/** "71% (58–82)" */
export const chanceInShort = ({ chance, low, high }: Chance): string =>
  `${percentOfChance(chance)}% (${percentOfChance(low)}–${percentOfChance(high)})`
