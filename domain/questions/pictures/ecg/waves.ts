// Sums of Gaussians per wave on a schedule of beats, after ECGSYN (McSharry et al., IEEE Transactions on Biomedical
// Engineering 50, 2003, 289–294), without its limit cycle.

/** Asymmetric Gaussian. Seconds and millivolts. */
export interface Hump {
  readonly at: number
  /** Standard deviations of both sides. */
  readonly rise: number
  readonly fall: number
  readonly height: number
}

export interface Shelf {
  readonly from: number
  readonly to: number
  readonly startHeight: number
  readonly endHeight: number
  /** Soft edges, as standard deviations of a smearing Gaussian. */
  readonly rise: number
  readonly fall: number
}

export type Wave = Hump | Shelf

export const hump = (at: number, width: number, height: number, fall = width): Hump => ({ at, rise: width, fall, height })

/** A Gaussian is zero beyond this many standard deviations. */
const REACH = 4

/** Millivolts. */
export interface LeadSamples {
  readonly sampleRate: number
  readonly millivolts: Float64Array
}

export function addWave({ sampleRate, millivolts }: LeadSamples, wave: Wave, start: number, scale = 1): void {
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

/** Logistic approximation of a Gaussian's integral. */
const softStep = (deviations: number) => 1 / (1 + Math.exp(-1.702 * deviations))
