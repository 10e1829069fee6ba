import { shareBelow } from '../normal-distribution.ts'
import { add, at } from './numbers.ts'

/** Whether an item is harder for one group of learners than for others who are as able. */

/** In each of both groups: with fewer it is mostly chance. */
export const LEAST_OF_A_GROUP = 100

/** One learner's first answer to the item. */
export interface GroupedAnswer {
  readonly ability: number
  readonly isRight: boolean
  /** Whether the learner is of the group that is looked at, and not of the one it is compared with. */
  readonly isFocal: boolean
}

/** As the Educational Testing Service calls it: negligible, slight to moderate, moderate to large. */
export type FunctioningClass = 'A' | 'B' | 'C'

export interface DifferentialFunctioning {
  /** On ETS's delta scale, −2.35 times the logarithm of the odds ratio: below 0 it is harder for the focal group. */
  readonly delta: number
  readonly standardError: number
  /** How likely as large a difference is by chance, where there is none. */
  readonly p: number
  readonly class: FunctioningClass
}

/** In so many groups of equal size those who are as able are compared. */
const STRATA = 10
const DELTA = -2.35
/** Of a normal distribution, one-sided and two-sided, at 5 %. */
const [ONE_SIDED, TWO_SIDED] = [1.645, 1.96]

/**
 * The Mantel–Haenszel odds ratio over strata of ability (P. W. Holland, D. T. Thayer, 1988), its standard error (J.
 * Robins, N. Breslow, S. Greenland, Biometrics 42, 1986), and the class of ETS (R. Zwick, E. Ercikan, Journal of
 * Educational Measurement 26, 1989). Null while a group is too small, or where nothing can be compared.
 */
export function differentialFunctioning(answers: readonly GroupedAnswer[]): DifferentialFunctioning | null {
  const focal = answers.filter(({ isFocal }) => isFocal).length
  if (focal < LEAST_OF_A_GROUP || answers.length - focal < LEAST_OF_A_GROUP) return null
  const [rightReference, wrongReference, rightFocal, wrongFocal] = strata(answers)
  let [r, s, pr, psqr, qs] = [0, 0, 0, 0, 0]
  for (let stratum = 0; stratum < STRATA; stratum++) {
    const [a, b] = [at(rightReference, stratum), at(wrongReference, stratum)]
    const [c, d] = [at(rightFocal, stratum), at(wrongFocal, stratum)]
    const n = a + b + c + d
    const [along, across] = [(a * d) / n, (b * c) / n]
    r += along
    s += across
    pr += ((a + d) / n) * along
    psqr += ((a + d) / n) * across + ((b + c) / n) * along
    qs += ((b + c) / n) * across
  }
  if (r === 0 || s === 0) return null
  const delta = DELTA * Math.log(r / s)
  const standardError = -DELTA * Math.sqrt(pr / (2 * r * r) + psqr / (2 * r * s) + qs / (2 * s * s))
  return judged(delta, standardError)
}

/** What is to be thought of a difference. */
export const judged = (delta: number, standardError: number): DifferentialFunctioning => ({
  delta,
  standardError,
  p: 2 * shareBelow(-Math.abs(delta) / standardError),
  class: classOf(Math.abs(delta), standardError),
})

function classOf(delta: number, standardError: number): FunctioningClass {
  if (delta < 1 || delta < TWO_SIDED * standardError) return 'A'
  return delta >= 1.5 && delta - 1 > ONE_SIDED * standardError ? 'C' : 'B'
}

/** Right and wrong answers of the reference group and of the focal group, in each stratum. */
function strata(answers: readonly GroupedAnswer[]): [Float64Array, Float64Array, Float64Array, Float64Array] {
  const counts: [Float64Array, Float64Array, Float64Array, Float64Array] = [
    new Float64Array(STRATA),
    new Float64Array(STRATA),
    new Float64Array(STRATA),
    new Float64Array(STRATA),
  ]
  const inOrder = [...answers].sort((one, other) => one.ability - other.ability)
  for (const [place, { isRight, isFocal }] of inOrder.entries()) {
    const [rightReference, wrongReference, rightFocal, wrongFocal] = counts
    const list = isFocal ? (isRight ? rightFocal : wrongFocal) : isRight ? rightReference : wrongReference
    add(list, Math.floor((place * STRATA) / inOrder.length), 1)
  }
  return counts
}
