import { type Difficulty, difficulties } from '../../questions/terms.ts'
import type { Tally } from '../weakness.ts'

/**
 * What a learner can do, on a scale of our own, from the answers of a week: the Rasch model, by which the chance to be
 * right is 1 / (1 + e^(b − θ)) for an ability of θ and a question as hard as b (G. Rasch, Probabilistic Models for Some
 * Intelligence and Attainment Tests, 1960). The estimate is the mean of what is believed after the answers (EAP), begun
 * at N(0, 1); its error is that belief's standard deviation (Bock & Mislevy, Applied Psychological Measurement 6, 1982,
 * 431-444). Few answers stay near 0, and say so by a wide band.
 */

/**
 * How hard a question is by its label alone, as long as nothing is calibrated from answers: 0 for a moderate one, and
 * 0.8 below and above it.
 */
export const labelDifficulty: Readonly<Record<Difficulty, number>> = { easy: -0.8, moderate: 0, hard: 0.8 }

/** The answers of one week, by how hard the questions were. */
export type WeekOfAnswers = Readonly<Record<Difficulty, Tally>>

export interface AbilityEstimate {
  readonly ability: number
  /** Where it lies nine times in ten. */
  readonly low: number
  readonly high: number
}

/** From where to where abilities are looked for, and how finely. */
const REACH = 5
const STEPS = 200
const grid = Array.from({ length: STEPS + 1 }, (_, step) => -REACH + (2 * REACH * step) / STEPS)

/** How many standard deviations the ends of the 90 % band are away. */
const Z = 1.6448536269514722

export function abilityOf(week: WeekOfAnswers): AbilityEstimate {
  const beliefs = grid.map((ability) => logBelief(ability, week))
  const greatest = Math.max(...beliefs)
  // Against the greatest, so that no power is too small to be told from 0.
  const weights = beliefs.map((belief) => Math.exp(belief - greatest))
  const total = sum(weights)
  const mean = sum(weights.map((weight, at) => weight * (grid[at] ?? 0))) / total
  const variance = sum(weights.map((weight, at) => weight * ((grid[at] ?? 0) - mean) ** 2)) / total
  const reach = Z * Math.sqrt(variance)
  return { ability: mean, low: mean - reach, high: mean + reach }
}

/** The logarithm of the prior's density and of the chance of just these answers, but for what is the same for all. */
function logBelief(ability: number, week: WeekOfAnswers): number {
  let belief = -(ability ** 2) / 2
  for (const difficulty of difficulties) {
    const { scoredAnswers, correctAnswers } = week[difficulty]
    const above = ability - labelDifficulty[difficulty]
    belief += correctAnswers * above - scoredAnswers * Math.log1p(Math.exp(above))
  }
  return belief
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
