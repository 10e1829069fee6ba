import { chanceOf } from '../../../core/seeded-numbers.ts'
import type { PictureOf } from '../../content/picture.ts'
import { blocks } from './blocks.ts'
import { earlyBeats } from './early-beats.ts'
import { pacedRhythms } from './paced.ts'
import { sinusBetween, sinusRhythms } from './sinus.ts'
import { blank, type Ground, type Order, oscillation, type Rhythms, SAMPLE_RATE, type Sketch, timesOver } from './sketch.ts'
import { supraventricularRhythms } from './supraventricular.ts'
import { ventricularRhythms } from './ventricular.ts'
import { addWave, hump } from './waves.ts'

function shaking({ chance }: Order, height: number): Ground {
  const parts = [oscillation(chance, 5.2, 6, 0.7), oscillation(chance, 7, 8.2, 0.6), oscillation(chance, 10, 12, 0.35)]
  const swelling = oscillation(chance, 0.3, 0.6, 0.5)
  return { leads: { II: 1 }, at: (seconds) => height * (1 + swelling(seconds)) * parts.reduce((sum, part) => sum + part(seconds), 0) }
}

export const artefacts = {
  compression_artefact(order) {
    const { chance, seconds } = order
    const interval = 60 / order.rateBetween(104, 118)
    const height = chance.between(1.2, 1.5)
    const samples = { sampleRate: SAMPLE_RATE, millivolts: new Float64Array(Math.round(seconds * SAMPLE_RATE)) }
    for (const at of timesOver(order, () => chance.about(interval, 0.02))) {
      const force = height * chance.between(0.75, 1.15)
      addWave(samples, hump(0.14, 0.045, force, 0.07), at)
      addWave(samples, hump(0.27, 0.03, chance.between(0.1, 0.3) * force, 0.03), at)
      addWave(samples, hump(0.4, 0.05, -chance.between(0.3, 0.5) * force, 0.06), at)
    }
    return {
      ...blank(order),
      unrest: 0.04,
      grounds: [{ leads: { II: 1 }, at: (at) => samples.millivolts[Math.round(at * SAMPLE_RATE)] ?? 0 }],
      words: `Tall, broad, rounded waves of about ${Math.round(14 * height)} mm, all of nearly the same shape, at ${Math.round(60 / interval)}/min, and nearly even. No P waves, QRS complexes or T waves can be told apart between them.`,
    }
  },
  tremor_artefact(order) {
    return {
      ...sinusBetween(order, 66, 90),
      grounds: [shaking(order, order.chance.between(0.13, 0.17))],
      remarks: [
        'A quick, uneven shaking of 2 to 5 mm runs through the whole baseline; it hides most of the P waves. The QRS complexes go on evenly through it.',
      ],
    }
  },
} satisfies Rhythms

const sketches: Required<Rhythms> = {
  ...sinusRhythms,
  ...earlyBeats,
  ...supraventricularRhythms,
  ...blocks,
  ...ventricularRhythms,
  ...pacedRhythms,
  ...artefacts,
}

export type StripRhythm = Pick<PictureOf<'ecg_strip'>, 'rhythm' | 'rate' | 'seed'>

export function rhythmSketch({ rhythm, rate, seed }: StripRhythm, seconds: number): Sketch {
  const chance = chanceOf(`${rhythm} ${rate} ${seed}`)
  return sketches[rhythm]({ seconds, chance, rateBetween: (low, high) => rate ?? chance.between(low, high) })
}
