import { shareBelow } from '../core/normal-distribution.ts'
import { add, at } from './numbers.ts'

/** With fewer, differences are mostly chance. */
export const LEAST_OF_A_GROUP = 100

export interface GroupedAnswer {
  readonly ability: number
  readonly isRight: boolean
  readonly isFocal: boolean
}

export type FunctioningClass = 'A' | 'B' | 'C'

export interface DifferentialFunctioning {
  /** −2.35 × ln(odds ratio); negative means harder for the focal group. */
  readonly delta: number
  readonly standardError: number
  readonly p: number
  readonly class: FunctioningClass
}

const STRATA = 10
const DELTA = -2.35
/** Normal quantiles at 5%. */
const [ONE_SIDED, TWO_SIDED] = [1.645, 1.96]

/**
 * Mantel–Haenszel odds ratio (Holland & Thayer, 1988), its standard error (Robins, Breslow & Greenland, Biometrics 42,
 * 1986), ETS class (Zwick & Ercikan, JEM 26, 1989).
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

function strata(answers: readonly GroupedAnswer[]) {
  const zeros = () => new Float64Array(STRATA)
  const [rightReference, wrongReference, rightFocal, wrongFocal] = [zeros(), zeros(), zeros(), zeros()]
  const inOrder = [...answers].sort((one, other) => one.ability - other.ability)
  for (const [place, { isRight, isFocal }] of inOrder.entries()) {
    const list = isFocal ? (isRight ? rightFocal : wrongFocal) : isRight ? rightReference : wrongReference
    add(list, Math.floor((place * STRATA) / inOrder.length), 1)
  }
  return [rightReference, wrongReference, rightFocal, wrongFocal] as const
}
