import { type Difficulty, difficulties } from '../../questions/shown/terms.ts'
import type { Tally } from '../shown/weakness.ts'

// Weekly ability by the Rasch model (G. Rasch, 1960), P = 1 / (1 + e^(b − θ)), estimated as posterior mean (EAP) with
// an N(0, 1) prior (Bock & Mislevy, Applied Psychological Measurement 6, 1982, 431–444).

/** Logits, by label alone. */
export const labelDifficulty: Readonly<Record<Difficulty, number>> = { easy: -0.8, moderate: 0, hard: 0.8 }

export type WeekOfAnswers = Readonly<Record<Difficulty, Tally>>

const REACH = 5
const STEPS = 200
const grid = Array.from({ length: STEPS + 1 }, (_, step) => -REACH + (2 * REACH * step) / STEPS)

/** Standard deviations of the 90% interval. */
const Z = 1.6448536269514722

export function abilityOf(week: WeekOfAnswers) {
  const beliefs = grid.map((ability) => logBelief(ability, week))
  const greatest = Math.max(...beliefs)
  // Relative to the maximum, to avoid underflow.
  const weights = beliefs.map((belief) => Math.exp(belief - greatest))
  const total = sum(weights)
  const mean = sum(weights.map((weight, at) => weight * (grid[at] ?? 0))) / total
  const variance = sum(weights.map((weight, at) => weight * ((grid[at] ?? 0) - mean) ** 2)) / total
  const reach = Z * Math.sqrt(variance)
  return { ability: mean, low: mean - reach, high: mean + reach }
}

/** Log of prior times likelihood, up to a constant. */
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
