import type { ObservedPoint } from './calibration-facts.ts'
import { add, at, type FirstAnswers } from './numbers.ts'

export interface ItemFit {
  /** Weighted by information: sensitive near the item's difficulty. */
  readonly infit: Float64Array
  /** Unweighted: sensitive to lucky guesses and slips. */
  readonly outfit: Float64Array
  /** NaN without variance. */
  readonly pointBiserial: Float64Array
  readonly observed: readonly (readonly ObservedPoint[])[]
}

export interface Estimated {
  readonly difficulty: Float64Array
  readonly discrimination: Float64Array
  readonly ability: Float64Array
  /** Precision (inverse variance) of each ability. */
  readonly abilityBend: Float64Array
  readonly flatness: Float64Array
}

/** Ability strata in logits. */
const bounds = [-1.5, -0.75, 0, 0.75, 1.5] as const
const GROUPS = bounds.length + 1

export const groupOf = (ability: number): number => {
  let group = 0
  while (group < bounds.length && ability >= (bounds[group] ?? 0)) group++
  return group
}

interface CountedIn {
  readonly ability: number
  readonly bend: number
  readonly a: number
  readonly expected: number
  readonly isRight: number
}

/** One Newton step back. */
export const abilityWithout = ({ ability, bend, a, expected, isRight }: CountedIn): number =>
  ability - (a * (isRight - expected)) / Math.max(LEAST_BEND, bend - a * a * expected * (1 - expected))

/** The prior's precision. */
const LEAST_BEND = 1

/** Mean squares of standardized residuals (Wright & Masters, 1982) and the point-biserial correlation. */
export function itemFits(answers: FirstAnswers, estimated: Estimated): ItemFit {
  const { difficulty, discrimination, ability, abilityBend, flatness } = estimated
  const items = difficulty.length
  const zeros = (length = items) => new Float64Array(length)
  const [answered, right, residuals, variances, outfit] = [zeros(), zeros(), zeros(), zeros(), zeros()]
  const [sum, sumOfSquares, sumOfRight] = [zeros(), zeros(), zeros()]
  const [groupAnswers, groupRight, groupAbility] = [zeros(items * GROUPS), zeros(items * GROUPS), zeros(items * GROUPS)]
  for (let answer = 0; answer < answers.items.length; answer++) {
    const item = at(answers.items, answer)
    const learner = at(answers.learners, answer)
    const isRight = at(answers.right, answer)
    const a = at(discrimination, item)
    const b = at(difficulty, item)
    const counted = at(ability, learner)
    const isScored = at(answers.scored, answer) === 1
    const counting = 1 / (1 + Math.exp(a * (b - counted)))
    const without = isScored
      ? abilityWithout({ ability: counted, bend: at(abilityBend, learner), a, expected: counting, isRight })
      : counted
    const expected = 1 / (1 + Math.exp(a * at(flatness, learner) * (b - without)))
    const variance = expected * (1 - expected)
    const squared = (isRight - expected) ** 2
    add(answered, item, 1)
    add(right, item, isRight)
    add(residuals, item, squared)
    add(variances, item, variance)
    add(outfit, item, squared / Math.max(variance, LEAST_VARIANCE))

    add(sum, item, without)
    add(sumOfSquares, item, without * without)
    add(sumOfRight, item, without * isRight)
    const group = item * GROUPS + groupOf(without)
    add(groupAnswers, group, 1)
    add(groupRight, group, isRight)
    add(groupAbility, group, without)
  }
  const pointBiserial = answered.map((n, item) => {
    const k = at(right, item)
    const spread = k * (n - k) * (n * at(sumOfSquares, item) - at(sum, item) ** 2)
    return spread > LEAST_VARIANCE ? (n * at(sumOfRight, item) - k * at(sum, item)) / Math.sqrt(spread) : Number.NaN
  })
  return {
    infit: residuals.map((squares, item) => squares / at(variances, item)),
    outfit: outfit.map((squares, item) => squares / at(answered, item)),
    pointBiserial,
    observed: Array.from({ length: items }, (_, item) =>
      Array.from({ length: GROUPS }, (_, group) => item * GROUPS + group).flatMap((place) => {
        const n = at(groupAnswers, place)
        return n === 0 ? [] : [{ ability: at(groupAbility, place) / n, answers: n, right: at(groupRight, place) }]
      }),
    ),
  }
}

/** Keeps one nearly certain answer from outweighing all others. */
const LEAST_VARIANCE = 1e-4
