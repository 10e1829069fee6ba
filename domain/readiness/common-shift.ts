import type { MockBlueprint } from '../exams/blueprints.ts'
import { chanceOf, type RoughAbility } from './chance.ts'
import { LEAST_OUTCOMES_FOR_EXTREMES, LEAST_SAID, MOST_SAID } from './rules.ts'

/**
 * How far our whole scale may be off the real exam's.
 *
 * A panel of models judged how hard the questions are, and where the passing line lies on that scale is an assumption.
 * An error that all difficulties share moves all abilities alike, so the answers of one learner hardly show it. Two
 * other things do. The nightly calibration moves the difficulties until our learners have the mean ability of those who
 * sit the exam for the first time; what is left is how far our learners differ from them. And students tell us how
 * their real exam went: each outcome is held against the ability that was written down before it.
 *
 * Mock exams are scored on our own scale, so the shift does not concern them.
 */
export interface CommonShift {
  /** By how much the real passing line lies above ours, in logits. */
  readonly mean: number
  readonly standardError: number
  /** How many real outcomes are known. */
  readonly outcomes: number
}

/** A real exam, and what was known of its student's ability before it, on the scale as it is today. */
export interface RealOutcome extends RoughAbility {
  readonly blueprint: MockBlueprint
  readonly hasPassed: boolean
}

interface KnownOfShift {
  /** On whose answers the latest calibration rests; 0 before the first. */
  readonly calibratedBy: number
  readonly outcomes: readonly RealOutcome[]
  /** How many outcomes there are, where not all of them are given. */
  readonly told?: number
}

/** How far the panel may be off, in logits. */
const PANEL_SPREAD = 0.5
/** How far the mean ability of our learners may be off that of those who sit the real exam for the first time. */
const LEARNERS_SPREAD = 0.15
/** The shift is looked for among so many values, up to four standard deviations away. */
const VALUES = 161
const FARTHEST = 4

/** What is known of the shift by now, by Bayes' rule. */
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

/** Of an outcome if the shift were this. Never 0: a student may also have had a very bad day. */
function likelihood({ ability, standardError, blueprint, hasPassed }: RealOutcome, shift: number): number {
  const chance = chanceOf({ ability: ability - shift, standardError }, blueprint)
  return SLIP / 2 + (1 - SLIP) * (hasPassed ? chance : 1 - chance)
}
/** The share of outcomes that tell nothing of the ability. */
const SLIP = 0.02

/**
 * An ability as the real exam would have it: moved by the shift, and less sure. While the shift may be large, an
 * ability far from the mean of all learners is in part the shift, so a part of it is taken off.
 */
export function onTheRealScale({ ability, standardError }: RoughAbility, shift: CommonShift): RoughAbility {
  const own = 1 / (1 + shift.standardError ** 2)
  return {
    ability: own * (ability - shift.mean),
    standardError: Math.hypot(own * standardError, Math.sqrt(own) * shift.standardError),
  }
}

/** What is said of a chance: nothing extreme until enough real outcomes are known. */
export const sayable = (chance: number, { outcomes }: CommonShift): number =>
  outcomes < LEAST_OUTCOMES_FOR_EXTREMES ? Math.min(MOST_SAID, Math.max(LEAST_SAID, chance)) : chance
