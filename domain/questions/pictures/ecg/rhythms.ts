import type { EcgRhythm } from '../names.ts'
import { complexOf, qrs, qtAt } from './complexes.ts'
import { roundP } from './p-waves.ts'
import { chanceOf } from './random.ts'
import { sinusRhythm } from './schedules.ts'
import type { Order, Sketch } from './sketch.ts'

export interface RhythmOrder {
  readonly rhythm: EcgRhythm
  readonly rate: number | null
  readonly seed: number
}

/** What a rhythm looks like over so many seconds. */
export function rhythmSketch({ rhythm, rate, seed }: RhythmOrder, seconds: number): Sketch {
  const chance = chanceOf(`${rhythm} ${rate} ${seed}`)
  const order: Order = { seconds, chance, rateBetween: (low, high) => rate ?? chance.between(low, high) }
  return sinusRhythm(order, {
    rr: 60 / order.rateBetween(62, 92),
    pr: chance.between(0.14, 0.18),
    p: roundP(0.14),
    complex: (rr) => complexOf({ II: { lobes: qrs(0.06, 1.05, 0.18), st: [0, 0.02], t: 0.28 } }, { qrs: 0.09, qt: qtAt(rr) }),
  })
}
