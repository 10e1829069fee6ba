import type { MockBlueprint } from '../exams/shown/blueprints.ts'
import type { Estimate } from '../exams/shown/score.ts'
import { chanceOf } from './chance.ts'
import { LEAST_OUTCOMES_FOR_EXTREMES, LEAST_SAID, MOST_SAID } from './shown/rules.ts'

/**
 * The error that all difficulties share with the real exam's scale. Answers hardly show it, so it is learned from the
 * nightly calibration (our learners against first-time examinees) and from reported real outcomes. Our own mock exams
 * are not affected.
 */
export interface CommonShift {
  /** How much higher the real passing line is, in logits. */
  readonly mean: number
  readonly standardError: number
  readonly outcomes: number
}

/** The student's ability before the exam, on today's scale. */
export interface RealOutcome extends Estimate {
  readonly blueprint: MockBlueprint
  readonly hasPassed: boolean
}

interface KnownOfShift {
  readonly calibratedBy: number
  readonly outcomes: readonly RealOutcome[]
  /** Total number if `outcomes` is only a part. */
  readonly told?: number
}

/** Prior standard deviation of the panel's error, in logits. */
const PANEL_SPREAD = 0.5
/** Standard deviation between our learners' mean and that of first-time examinees. */
const LEARNERS_SPREAD = 0.15
/** Grid size, up to four standard deviations. */
const VALUES = 161
const FARTHEST = 4

/** Bayes' rule on the grid. */
export function commonShiftFrom({ calibratedBy, outcomes, told = outcomes.length }: KnownOfShift): CommonShift {
  const spread = calibratedBy === 0 ? PANEL_SPREAD : Math.min(PANEL_SPREAD, Math.hypot(LEARNERS_SPREAD, 1 / Math.sqrt(calibratedBy)))
  const values = Array.from({ length: VALUES }, (_, place) => {
    const away = FARTHEST * ((2 * place) / (VALUES - 1) - 1)
    const shift = away * spread
    return { shift, log: outcomes.reduce((sum, outcome) => sum + Math.log(likelihood(outcome, shift)), -(away ** 2) / 2) }
  })
  const highest = Math.max(...values.map(({ log }) => log))
  let [weights, first, second] = [0, 0, 0]
  for (const { shift, log } of values) {
    const weight = Math.exp(log - highest)
    weights += weight
    first += weight * shift
    second += weight * shift ** 2
  }
  const mean = first / weights
  return { mean, standardError: Math.sqrt(second / weights - mean ** 2), outcomes: told }
}

/** Never 0: anyone can have a very bad day. */
function likelihood({ ability, standardError, blueprint, hasPassed }: RealOutcome, shift: number): number {
  const chance = chanceOf({ ability: ability - shift, standardError }, blueprint)
  return SLIP / 2 + (1 - SLIP) * (hasPassed ? chance : 1 - chance)
}
/** Share of outcomes unrelated to ability. */
const SLIP = 0.02

/** Moves an ability by the shift and widens it. While the shift is uncertain, extreme abilities are shrunk. */
export function onTheRealScale({ ability, standardError }: Estimate, shift: CommonShift): Estimate {
  const own = 1 / (1 + shift.standardError ** 2)
  return {
    ability: own * (ability - shift.mean),
    standardError: Math.hypot(own * standardError, Math.sqrt(own) * shift.standardError),
  }
}

/** Avoids extremes until enough real outcomes are known. */
export const sayable = (chance: number, { outcomes }: CommonShift): number =>
  outcomes < LEAST_OUTCOMES_FOR_EXTREMES ? Math.min(MOST_SAID, Math.max(LEAST_SAID, chance)) : chance
