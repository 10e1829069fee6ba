import type { PictureOf } from '../picture.ts'
import { chanceOf } from '../random.ts'
import { artefacts } from './artefact.ts'
import { blocks } from './blocks.ts'
import { earlyBeats } from './early-beats.ts'
import { pacedRhythms } from './paced.ts'
import { sinusRhythms } from './sinus.ts'
import type { Rhythms, Sketch } from './sketch.ts'
import { supraventricularRhythms } from './supraventricular.ts'
import { ventricularRhythms } from './ventricular.ts'

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
