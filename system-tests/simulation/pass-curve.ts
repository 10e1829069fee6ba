import { shareBelow } from '@medicready/domain/core/normal-distribution'

export interface Sat {
  readonly ability: number
  readonly hasPassed: boolean
}

/** An exam is passed with the probability Φ((ability − middle) / blur). */
export interface PassCurve {
  readonly middle: number
  readonly blur: number
}

const MOST_STEPS = 50
const CONVERGED = 1e-9

/** A probit regression, by Fisher's scoring. */
export function passCurveOf(sat: readonly Sat[]): PassCurve {
  let [at, per] = [0, 1]
  for (let step = 0; step < MOST_STEPS; step++) {
    let [slopeAt, slopePer, ofAt, ofPer, cross] = [0, 0, 0, 0, 0]
    for (const { ability, hasPassed } of sat) {
      const z = Math.max(-FARTHEST, Math.min(FARTHEST, at + per * ability))
      const density = Math.exp(-(z * z) / 2) / Math.sqrt(2 * Math.PI)
      const chance = shareBelow(z)
      const variance = chance * (1 - chance)
      const residual = (density * (Number(hasPassed) - chance)) / variance
      const weight = density ** 2 / variance
      slopeAt += residual
      slopePer += residual * ability
      ofAt += weight
      cross += weight * ability
      ofPer += weight * ability * ability
    }
    const whole = ofAt * ofPer - cross * cross
    const stepAt = (ofPer * slopeAt - cross * slopePer) / whole
    const stepPer = (ofAt * slopePer - cross * slopeAt) / whole
    at += stepAt
    per += stepPer
    if (Math.abs(stepAt) + Math.abs(stepPer) < CONVERGED) break
  }
  return { middle: -at / per, blur: 1 / per }
}

/** Farther out a chance cannot be told from 0 or 1 and would be divided by. */
const FARTHEST = 5
