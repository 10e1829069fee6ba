import { shareBelow } from '../core/normal-distribution.ts'
import type { MockBlueprint } from '../exams/shown/blueprints.ts'
import type { Estimate } from '../exams/shown/score.ts'

/**
 * Pass probability Φ((θ − middle) / blur), fitted to 9,000 simulated exams with difficulties from 200 answers each
 * (`npm run bench -- readiness`). With labels only, the blur is .02 wider.
 */
export const passCurves: Readonly<Record<MockBlueprint, { readonly middle: number; readonly blur: number }>> = {
  national_registry: { middle: -0.57, blur: 0.17 },
  national_registry_2024: { middle: -0.575, blur: 0.185 },
}

/** Normal quantile of the central 80%. */
const MIDDLE_80 = 1.2815515655446004

export function chanceAt(ability: number, blueprint: MockBlueprint): number {
  const { middle, blur } = passCurves[blueprint]
  return shareBelow((ability - middle) / blur)
}

/** Averages over the uncertain ability. */
export function chanceOf({ ability, standardError }: Estimate, blueprint: MockBlueprint): number {
  const { middle, blur } = passCurves[blueprint]
  return shareBelow((ability - middle) / Math.sqrt(blur ** 2 + standardError ** 2))
}

/** With the ends of an 80% interval, widened near 0 and 1 where the mean would lie outside of it. */
export interface Chances {
  readonly chance: number
  readonly low: number
  readonly high: number
}

export function chancesOf(rough: Estimate, blueprint: MockBlueprint): Chances {
  const chance = chanceOf(rough, blueprint)
  const reach = MIDDLE_80 * rough.standardError
  return {
    chance,
    low: Math.min(chance, chanceAt(rough.ability - reach, blueprint)),
    high: Math.max(chance, chanceAt(rough.ability + reach, blueprint)),
  }
}
