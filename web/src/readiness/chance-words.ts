import type { ChanceOfDay } from '@medicready/domain/contract/readiness/readiness'

export type ChanceOfPassing = Pick<ChanceOfDay, 'chance' | 'low' | 'high'>

/** Nothing is certain: a chance that rounds to 0 or 100 % is shown as below 1, or above 99. */
const [LEAST, MOST] = [0.005, 0.995]

/** In whole percent: "71%", ">99%". */
export function percentOfChance(chance: number): string {
  if (chance < LEAST) return '<1%'
  return chance >= MOST ? '>99%' : `${Math.round(100 * chance)}%`
}

/** The same for an end of a range, from 1 to 99. */
const endOf = (chance: number): number => Math.round(100 * Math.min(0.99, Math.max(0.01, chance)))

/** "58–82", and null where both ends are the same. */
export function rangeOfChance({ low, high }: Pick<ChanceOfPassing, 'low' | 'high'>): string | null {
  const [from, to] = [endOf(low), endOf(high)]
  return from === to ? null : `${from}–${to}`
}

/** "If you took the exam today: 71% (58–82)" */
export function chanceToday(chance: ChanceOfPassing): string {
  const range = rangeOfChance(chance)
  return `If you took the exam today: ${percentOfChance(chance.chance)}${range === null ? '' : ` (${range})`}`
}
