import type { MockBlueprint } from '../exams/blueprints.ts'
import { shareBelow } from '../normal-distribution.ts'

/** The chance to pass an exam, from a known ability and from an uncertain one. */

/** An ability as far as it is known: its mean and its standard deviation, in logits. */
export interface RoughAbility {
  readonly ability: number
  readonly standardError: number
}

/**
 * An exam is passed by an ability θ with the probability Φ((θ − middle) / blur): it measures with an error of its own,
 * and a little towards the mean of all learners. Found by 9,000 simulated sittings of the exam itself, with items whose
 * difficulties rest on 200 answers each; `npm run bench -- readiness` finds it again. Where items have no more than a
 * label, the blur is .02 wider.
 */
export const passCurves: Readonly<Record<MockBlueprint, { readonly middle: number; readonly blur: number }>> = {
  national_registry: { middle: -0.57, blur: 0.17 },
  national_registry_2024: { middle: -0.575, blur: 0.185 },
}

/** The ends of the middle 80 % of the normal distribution. */
const MIDDLE_80 = 1.2815515655446004

/** Of a learner whose ability is known exactly. */
export function chanceAt(ability: number, blueprint: MockBlueprint): number {
  const { middle, blur } = passCurves[blueprint]
  return shareBelow((ability - middle) / blur)
}

/** The mean of the chances of all abilities that it may be. */
export function chanceOf({ ability, standardError }: RoughAbility, blueprint: MockBlueprint): number {
  const { middle, blur } = passCurves[blueprint]
  return shareBelow((ability - middle) / Math.sqrt(blur ** 2 + standardError ** 2))
}

/**
 * The chance, and between which chances that of the learner lies with a probability of 80 %: those at the ends of the
 * middle 80 % of the abilities that it may be. Next to 0 and 1 the mean of them all can lie outside of it, and the
 * interval is then made as wide as to hold it.
 */
export function chances(rough: RoughAbility, blueprint: MockBlueprint): { chance: number; low: number; high: number } {
  const chance = chanceOf(rough, blueprint)
  const reach = MIDDLE_80 * rough.standardError
  return {
    chance,
    low: Math.min(chance, chanceAt(rough.ability - reach, blueprint)),
    high: Math.max(chance, chanceAt(rough.ability + reach, blueprint)),
  }
}
