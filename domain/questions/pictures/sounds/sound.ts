import { chanceOf } from '../../../core/seeded-numbers.ts'
import type { PictureOf } from '../../content/picture.ts'
import { type BodySound, type BreathSound, breathSounds } from '../../content/picture-names.ts'
import { addBreathSound, tonesOf } from './breath-sounds.ts'
import { addHeartSound } from './heart-sounds.ts'
import { Mixer, SAMPLE_RATE } from './mixer.ts'

export type SoundParameters = Pick<PictureOf<'sound'>, 'sound' | 'rate' | 'seed'>

export const isBreath = (sound: BodySound): sound is BreathSound => breathSounds.some((breath) => breath === sound)

export const soundTones = (sound: BreathSound, seed: number): number[] => tonesOf(sound, chanceOf(`tones ${seed}`))

/** Noise of skin and stethoscope. */
const NOISE = 0.004

/** From -1 to 1. */
export function soundSamples({ sound, rate, seed }: SoundParameters): Float64Array {
  const mixer = new Mixer(chanceOf(`sound ${seed}`))
  if (isBreath(sound)) addBreathSound(mixer, sound, rate, soundTones(sound, seed))
  else addHeartSound(mixer, sound, rate)
  return mixer.samples.map((value) => Math.max(-1, Math.min(1, value + mixer.chance.between(-NOISE, NOISE))))
}

const HEADER_BYTES = 44

/** A WAV file, mono, 16 bits. */
export function soundFile(parameters: SoundParameters): Uint8Array {
  const samples = soundSamples(parameters)
  const size = 2 * samples.length
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + size))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + size, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE, true)
  view.setUint32(28, 2 * SAMPLE_RATE, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, size, true)
  for (const [index, value] of samples.entries()) view.setInt16(HEADER_BYTES + 2 * index, Math.round(32_767 * value), true)
  return new Uint8Array(view.buffer)
}
