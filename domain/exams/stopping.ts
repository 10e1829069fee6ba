/** One-sided 95% of the normal distribution, in standard errors. */
export const SURE = 1.645
/** One-sided 99%. */
const HARDLY_CHANGES = 2.326

export function outcomeOf(
  { ability, standardError }: { readonly ability: number; readonly standardError: number },
  cut: number,
): 'pass' | 'fail' | 'undetermined' {
  if (Math.abs(ability - cut) <= SURE * standardError) return 'undetermined'
  return ability > cut ? 'pass' : 'fail'
}

/**
 * Stochastic curtailment (M. D. Finkelman, Journal of Educational and Behavioral Statistics 33, 2008): the final
 * estimate spreads around the current one by √(SE² − final SE²), assuming perfectly fitting items.
 */
export function hardlyChanges(
  { ability, standardError }: { readonly ability: number; readonly standardError: number },
  cut: number,
  itemsLeft: number,
  informationAnItem: number,
): boolean {
  const now = standardError * standardError
  const atTheEnd = 1 / (1 / now + itemsLeft * informationAnItem)
  return Math.abs(ability - cut) > HARDLY_CHANGES * Math.sqrt(now - atTheEnd)
}
