/**
 * What a lead's signal is made of: a sum of Gaussians, one or more for each of P, Q, R, S and T, on a schedule of
 * beats, after ECGSYN: P. E. McSharry, G. D. Clifford, L. Tarassenko, L. A. Smith, "A dynamical model for generating
 * synthetic electrocardiogram signals", IEEE Transactions on Biomedical Engineering 50 (2003) 289–294. Their limit
 * cycle is left out: the schedule says when each beat comes. An ST segment is a Gaussian that is drawn out to a shelf.
 */

/** A Gaussian whose two sides may differ. Times in seconds from the wave's beginning of time, heights in millivolts. */
export interface Hump {
  readonly at: number
  /** Standard deviations of the side that rises to the peak, and of the one that falls from it. */
  readonly rise: number
  readonly fall: number
  readonly height: number
}

/** A level that goes evenly from one height to another, with soft edges. */
export interface Shelf {
  readonly from: number
  readonly to: number
  readonly startHeight: number
  readonly endHeight: number
  /** How soft its two edges are: the standard deviations of the Gaussians that would have smeared them. */
  readonly rise: number
  readonly fall: number
}

export type Wave = Hump | Shelf

export const hump = (at: number, width: number, height: number, fall = width): Hump => ({ at, rise: width, fall, height })

/** Past so many standard deviations a Gaussian is flat. */
const REACH = 4

/** The samples of a lead, in millivolts, which waves are added to. */
export interface Samples {
  readonly sampleRate: number
  readonly millivolts: Float64Array
}

/** Adds a wave whose time begins at `start` seconds. */
export function addWave({ sampleRate, millivolts }: Samples, wave: Wave, start: number, scale = 1): void {
  const [low, high, heightAt] = 'from' in wave ? shelfSpan(wave) : humpSpan(wave)
  const first = Math.max(0, Math.ceil((start + low) * sampleRate))
  const last = Math.min(millivolts.length - 1, Math.floor((start + high) * sampleRate))
  for (let index = first; index <= last; index++) {
    millivolts[index] = (millivolts[index] ?? 0) + scale * heightAt(index / sampleRate - start)
  }
}

type Span = readonly [low: number, high: number, heightAt: (seconds: number) => number]

const humpSpan = ({ at, rise, fall, height }: Hump): Span => [
  at - REACH * rise,
  at + REACH * fall,
  (seconds) => {
    const deviations = (seconds - at) / (seconds < at ? rise : fall)
    return height * Math.exp(-0.5 * deviations * deviations)
  },
]

const shelfSpan = ({ from, to, startHeight, endHeight, rise, fall }: Shelf): Span => [
  from - REACH * rise,
  to + REACH * fall,
  (seconds) => {
    const along = Math.min(1, Math.max(0, (seconds - from) / (to - from)))
    return (startHeight + (endHeight - startHeight) * along) * softStep((seconds - from) / rise) * softStep((to - seconds) / fall)
  },
]

/** The integral of a Gaussian, by its logistic approximation. */
const softStep = (deviations: number) => 1 / (1 + Math.exp(-1.702 * deviations))
