/** When an exam has seen enough. */

/**
 * Of the normal distribution: how far the ability is from the cut, in standard errors, to be sure with 95 % on one
 * side.
 */
export const SURE = 1.645
/** With 99 %. */
const HARDLY_CHANGES = 2.326

/** On which side of the cut an ability is with 95 % confidence. */
export function outcomeOf(
  { ability, standardError }: { readonly ability: number; readonly standardError: number },
  cut: number,
): 'pass' | 'fail' | 'undetermined' {
  if (Math.abs(ability - cut) <= SURE * standardError) return 'undetermined'
  return ability > cut ? 'pass' : 'fail'
}

/**
 * Whether as many more items would hardly change on which side of the cut the ability is, though that side is not sure:
 * stochastic curtailment (M. D. Finkelman, "On using stochastic curtailment to shorten the SPRT in sequential mastery
 * testing", Journal of Educational and Behavioral Statistics 33, 2008). Seen from here, the estimate at the end is
 * spread around the current one by √(SE² − SE of the end²), where the end has at most the information of items
 * that fit exactly.
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
