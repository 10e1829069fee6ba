/**
 * What *weak* means, wherever the product says it, of modules and of topics alike: answered rightly less often than the
 * learner's own mean, and of these the more so, the further the lower bound of the accuracy lies below that mean. It is
 * said from 10 scored answers on. The bound is the lower end of the 90 % interval after Wilson: what was answered more
 * often has to be wrong less often to be as weak, and luck in a few answers does not decide.
 *
 * E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927), 209-212.
 */

export interface Tally {
  /** Answers that counted as right or wrong. */
  readonly scoredAnswers: number
  readonly correctAnswers: number
}

/** With fewer scored answers nothing is called weak. */
export const ENOUGH_ANSWERS = 10

/** How many standard errors the ends of the 90 % interval are away. */
const Z = 1.6448536269514722

/** The share of right answers, 0 to 1; null before the first that counts. */
export const accuracyOf = ({ scoredAnswers, correctAnswers }: Tally): number | null =>
  scoredAnswers === 0 ? null : correctAnswers / scoredAnswers

/** Where the accuracy probably lies (90 %), after Wilson: anywhere before the first answer that counts. */
export function likelyRange({ scoredAnswers, correctAnswers }: Tally): { readonly low: number; readonly high: number } {
  if (scoredAnswers === 0) return { low: 0, high: 1 }
  const accuracy = correctAnswers / scoredAnswers
  const weight = Z ** 2 / scoredAnswers
  const center = (accuracy + weight / 2) / (1 + weight)
  const reach = (Z * Math.sqrt((accuracy * (1 - accuracy)) / scoredAnswers + weight / (4 * scoredAnswers))) / (1 + weight)
  return { low: Math.max(0, center - reach), high: Math.min(1, center + reach) }
}

/** All of them together. */
export const sumOf = (tallies: readonly Tally[]): Tally => ({
  scoredAnswers: tallies.reduce((sum, { scoredAnswers }) => sum + scoredAnswers, 0),
  correctAnswers: tallies.reduce((sum, { correctAnswers }) => sum + correctAnswers, 0),
})

/**
 * The weak ones of a learner's modules, or of their topics, weakest first: all that were answered in have to be among
 * them, since their mean is the measure.
 */
export function weakOf<Counted extends Tally>(tallies: readonly Counted[]): Counted[] {
  const mean = accuracyOf(sumOf(tallies)) ?? 0
  return tallies
    .filter((tally) => tally.scoredAnswers >= ENOUGH_ANSWERS && (accuracyOf(tally) ?? 0) < mean)
    .sort((one, other) => likelyRange(one).low - likelyRange(other).low)
}

/**
 * The weak modules of a learner, weakest first. While no module has enough answers to say so of any, these are the
 * modules that were not answered in yet.
 */
export function weakModules<Module extends string>(
  modules: readonly Module[],
  records: readonly (Tally & { readonly module: Module })[],
): Module[] {
  const answered = new Set(records.map(({ module }) => module))
  if (!records.some(({ scoredAnswers }) => scoredAnswers >= ENOUGH_ANSWERS)) return modules.filter((module) => !answered.has(module))
  return weakOf(records).flatMap(({ module }) => (modules.includes(module) ? [module] : []))
}
