import type { Randomness } from '../../../core/seeded-numbers.ts'

export const SOUND_SECONDS = 6
/** Samples/s. */
export const SAMPLE_RATE = 16_000

export interface Span {
  /** Seconds. */
  readonly from: number
  /** Seconds. */
  readonly to: number
}

/** From 0 to 1 and back over a span, by the share of it that has passed. */
export const swell = (share: number): number => Math.sin(Math.PI * share)
/** From 1 to 0, after a start without a click. */
export const fade = (share: number): number => Math.min(1, 20 * share) * (1 - share)

/** Adds up what is heard, as samples from -1 to 1. */
export class Mixer {
  readonly samples = new Float64Array(SAMPLE_RATE * SOUND_SECONDS)
  readonly chance: Randomness

  constructor(chance: Randomness) {
    this.chance = chance
  }

  during({ from, to }: Span, wave: Float64Array, level: (share: number) => number): void {
    const last = Math.min(this.samples.length, Math.floor(to * SAMPLE_RATE))
    for (let index = Math.max(0, Math.ceil(from * SAMPLE_RATE)); index < last; index++)
      this.#add(index, (wave[index] ?? 0) * level((index / SAMPLE_RATE - from) / (to - from)))
  }

  /** A vibration that is loudest after `peak` seconds, then dies away: a click if short, a thump if long and low. */
  pop(at: number, { hertz, peak, level }: { readonly hertz: number; readonly peak: number; readonly level: number }): void {
    const first = Math.ceil(at * SAMPLE_RATE)
    for (let index = Math.max(0, first); index < Math.min(this.samples.length, first + 10 * peak * SAMPLE_RATE); index++) {
      const passed = index / SAMPLE_RATE - at
      this.#add(index, level * (passed / peak) * Math.exp(1 - passed / peak) * Math.sin(2 * Math.PI * hertz * passed))
    }
  }

  /** Noise of the band, of the same power whatever the band. */
  noise(low: number, high: number): Float64Array {
    const raw = this.samples.map(() => this.chance.between(-1, 1))
    const wave = filtered(filtered(raw, 'above', low), 'below', high)
    const power = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length)
    return wave.map((value) => value / power)
  }

  /** A tone with its overtones that wavers by a few percent. `overtones` are their levels. */
  tone(hertz: number, overtones: readonly number[]): Float64Array {
    const [speed, start] = [this.chance.between(1, 2), this.chance.between(0, 1)]
    let phase = 0
    return this.samples.map((_, index) => {
      phase += (2 * Math.PI * hertz * (1 + 0.02 * Math.sin(2 * Math.PI * (start + (speed * index) / SAMPLE_RATE)))) / SAMPLE_RATE
      let sum = 0
      for (let order = 0; order < overtones.length; order++) sum += (overtones[order] ?? 0) * Math.sin((order + 1) * phase)
      return sum
    })
  }

  #add(index: number, value: number): void {
    this.samples[index] = (this.samples[index] ?? 0) + value
  }
}

/** A biquad without resonance, by Bristow-Johnson's cookbook of audio filters. */
function filtered(wave: Float64Array, passes: 'above' | 'below', hertz: number): Float64Array {
  const angle = (2 * Math.PI * hertz) / SAMPLE_RATE
  const slope = Math.sin(angle) * Math.SQRT1_2
  const sign = passes === 'below' ? 1 : -1
  const turn = 2 * Math.cos(angle)
  const edge = (1 - (sign * turn) / 2) / 2
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return wave.map((x) => {
    const y = (edge * (x + 2 * sign * x1 + x2) + turn * y1 - (1 - slope) * y2) / (1 + slope)
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  })
}
