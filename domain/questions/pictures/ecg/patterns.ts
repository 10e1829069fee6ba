import { chanceOf } from '../../../core/seeded-numbers.ts'
import type { PictureOf } from '../../content/picture.ts'
import { complexOf, qtAt } from './complexes.ts'
import { conductionDisorders } from './conduction.ts'
import { heartAndBlood } from './heart-and-blood.ts'
import { ischemia } from './ischemia.ts'
import { roundP } from './p-waves.ts'
import { inAnotherChest, type Patterns } from './pattern.ts'
import { rhythmPatterns } from './rhythm-patterns.ts'
import { sinusRhythm } from './schedules.ts'
import type { Order, Sketch } from './sketch.ts'

const patterns: Required<Patterns> = {
  ...heartAndBlood,
  ...ischemia,
  ...conductionDisorders,
  ...rhythmPatterns,
}

export type TwelveLeadPattern = Pick<PictureOf<'ecg_12_lead'>, 'pattern' | 'rate' | 'seed'>

const prAt = (rr: number) => (rr < 0.55 ? 0.13 : 0.16)

export function patternSketch({ pattern, rate, seed }: TwelveLeadPattern, seconds: number): Sketch {
  const chance = chanceOf(`12-lead ${pattern} ${rate} ${seed}`)
  const order: Order = { seconds, chance, rateBetween: (low, high) => rate ?? chance.between(low, high) }
  const drawn = patterns[pattern](chance)
  const { qrs = chance.between(0.084, 0.094), qtc = 0.4, tForm = 'usual' } = drawn
  const rr = 60 / order.rateBetween(...drawn.rate)
  const shapes = inAnotherChest(drawn.shapes, chance)
  const complex = (interval: number) => complexOf(shapes, { qrs, qt: qtAt(interval, qtc), tForm })
  const sketch = drawn.rhythm
    ? drawn.rhythm(order, rr, complex)
    : sinusRhythm(order, { rr, pr: drawn.pr ?? prAt(rr), p: drawn.p ?? roundP(chance.about(0.13, 0.1)), complex })
  return { ...sketch, unrest: drawn.unrest ?? 0.008, remarks: [...sketch.remarks, ...(drawn.remarks ?? [])] }
}
