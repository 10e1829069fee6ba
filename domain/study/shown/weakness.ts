// Weak: below the learner's own mean, from 10 scored answers on, ordered by the lower bound of the 90% Wilson interval,
// so that luck in few answers does not decide (E. B. Wilson, JASA 22, 1927, 209–212).

export interface Tally {
  readonly scoredAnswers: number
  readonly correctAnswers: number
}

export const ENOUGH_ANSWERS = 10

/** Standard errors of the 90% interval. */
const Z = 1.6448536269514722

/** 0 to 1; null without scored answers. */
export const accuracyOf = ({ scoredAnswers, correctAnswers }: Tally): number | null =>
  scoredAnswers === 0 ? null : correctAnswers / scoredAnswers

/** 90% Wilson interval; 0 to 1 without answers. */
export function likelyRange({ scoredAnswers, correctAnswers }: Tally): { readonly low: number; readonly high: number } {
  if (scoredAnswers === 0) return { low: 0, high: 1 }
  const accuracy = correctAnswers / scoredAnswers
  const weight = Z ** 2 / scoredAnswers
  const center = (accuracy + weight / 2) / (1 + weight)
  const reach = (Z * Math.sqrt((accuracy * (1 - accuracy)) / scoredAnswers + weight / (4 * scoredAnswers))) / (1 + weight)
  return { low: Math.max(0, center - reach), high: Math.min(1, center + reach) }
}

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  scoredAnswers: tallies.reduce((sum, { scoredAnswers }) => sum + scoredAnswers, 0),
  correctAnswers: tallies.reduce((sum, { correctAnswers }) => sum + correctAnswers, 0),
})

/** Weakest first. Needs all answered modules or topics, since their mean is the measure. */
export function weakOf<Counted extends Tally>(tallies: readonly Counted[]): Counted[] {
  const mean = accuracyOf(sumOf(tallies)) ?? 0
  return tallies
    .filter((tally) => tally.scoredAnswers >= ENOUGH_ANSWERS && (accuracyOf(tally) ?? 0) < mean)
    .sort((one, other) => likelyRange(one).low - likelyRange(other).low)
}

/** While no module has enough answers, the unanswered ones. */
export function weakModules<Module extends string>(
  modules: readonly Module[],
  records: readonly (Tally & { readonly module: Module })[],
): Module[] {
  const answered = new Set(records.map(({ module }) => module))
  if (!records.some(({ scoredAnswers }) => scoredAnswers >= ENOUGH_ANSWERS)) return modules.filter((module) => !answered.has(module))
  return weakOf(records).flatMap(({ module }) => (modules.includes(module) ? [module] : []))
}
