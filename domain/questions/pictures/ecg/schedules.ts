import type { Complex } from './complexes.ts'
import type { MeasuredLead } from './leads.ts'
import { type Beat, blank, type Ground, type Order, oscillation, type PForm, type Sketch, timesOver } from './sketch.ts'

/** Timing of beats, shared by strips and 12-leads; the shapes are passed in. */

export type ComplexAt = (rr: number) => Complex

export interface SinusRhythm {
  readonly rr: number
  readonly pr: number
  readonly p: PForm
  readonly complex: ComplexAt
  /** Relative deviation of R-R intervals. */
  readonly variation?: number
}

export function sinusRhythm(order: Order, { rr, pr, p, complex, variation = 0.015 }: SinusRhythm): Sketch {
  const atrial = timesOver(order, () => order.chance.about(rr, variation)).map((at) => ({ at, form: p }))
  return { ...blank(order), atrial, beats: atrial.map(({ at }) => ({ at: at + pr, p: at, complex: complex(rr) })) }
}

export function beatsAlone(order: Order, rr: number, complex: ComplexAt, variation = 0.004): Sketch {
  const times = timesOver(order, () => order.chance.about(rr, variation))
  return { ...blank(order), beats: times.map((at) => ({ at, complex: complex(rr) })) }
}

/** With a P wave before each complex. */
export const withPBefore = (sketch: Sketch, pr: number, form: PForm): Sketch => ({
  ...sketch,
  atrial: sketch.beats.map(({ at }) => ({ at: at - pr, form })),
  beats: sketch.beats.map((beat) => ({ ...beat, p: beat.at - pr })),
})

/** Without the lost P waves and complexes, and with others in between. */
export const withoutLost = (sketch: Sketch, lost: ReadonlySet<number>, others: readonly Beat[]): Sketch => ({
  ...sketch,
  atrial: sketch.atrial.filter((_, index) => !lost.has(index)),
  beats: [...sketch.beats.filter((_, index) => !lost.has(index)), ...others].sort((one, other) => one.at - other.at),
})

// Responses to atrial fibrillation, relative to the mean R-R interval, shuffled in each cycle: the rate stays exact.
const RESPONSES = [0.62, 0.76, 0.87, 0.98, 1.1, 1.24, 1.43]
const SHORTEST_RR = 0.25

export function irregularTimes(order: Order, rr: number): number[] {
  let turn: number[] = []
  return timesOver(order, () => {
    if (turn.length === 0) turn = shuffled(RESPONSES, order)
    return Math.max(SHORTEST_RR, rr * (turn.pop() ?? 1) * order.chance.between(0.97, 1.03))
  })
}

function shuffled(responses: readonly number[], order: Order): number[] {
  const mixed = responses
    .map((response) => ({ response, place: order.chance.between(0, 1) }))
    .sort((one, other) => one.place - other.place)
    .map(({ response }) => response)
  return areUneven(mixed) ? mixed : shuffled(responses, order)
}

/** No three consecutive intervals are nearly equal. */
const areUneven = (responses: readonly number[]): boolean =>
  responses.slice(2).every((response, index) => {
    const three = [response, ...responses.slice(index, index + 2)]
    return Math.max(...three) - Math.min(...three) > 0.33
  })

type LeadShares = Readonly<Partial<Record<MeasuredLead, number>>>

export function fibrillatoryWaves({ chance }: Order, height: number, leads: LeadShares): Ground {
  const parts = [oscillation(chance, 4.8, 5.8, 0.5), oscillation(chance, 6, 7, 0.4), oscillation(chance, 7.4, 8.8, 0.3)]
  const swelling = oscillation(chance, 0.4, 0.9, 0.35)
  return { leads, at: (seconds) => height * (1 + swelling(seconds)) * parts.reduce((sum, part) => sum + part(seconds), 0) }
}

/** Sawtooth, slow descent and quick rise. `height` is peak to peak. */
export function flutterWaves(period: number, start: number, height: number, leads: LeadShares): Ground {
  const at = (seconds: number) => {
    const turns = 2 * Math.PI * (((seconds - start) / period) % 1)
    return (height / 3.4) * (Math.sin(turns) + 0.42 * Math.sin(2 * turns) + 0.2 * Math.sin(3 * turns) + 0.08 * Math.sin(4 * turns))
  }
  return { leads, at }
}

export interface Flutter {
  readonly rate: number
  readonly height: number
  readonly leads: LeadShares
  readonly complex: ComplexAt
}

/** Flutter near 300/min with 2:1, 3:1, 4:1 … conduction. */
export function flutter(order: Order, { rate, height, leads, complex }: Flutter): Sketch {
  const ratio = Math.max(1, Math.round(300 / rate))
  const rr = 60 / rate
  const sketch = beatsAlone(order, rr, complex, 0)
  const period = rr / ratio
  const start = (sketch.beats[0]?.at ?? 0) + 0.03
  return {
    ...sketch,
    grounds: [flutterWaves(period, start, height, leads)],
    remarks: [
      `Instead of P waves, sawtooth waves at an even ${Math.round(60 / period)}/min run through the baseline, ${ratio} to each QRS complex.`,
    ],
  }
}

type Dissociation = Pick<SinusRhythm, 'rr' | 'p' | 'complex'> & { readonly pp: number }

export function dissociated(order: Order, { rr, pp, p, complex }: Dissociation): Sketch {
  const atrial = timesOver(order, () => order.chance.about(pp, 0.006)).map((at) => ({ at, form: p }))
  const beats = timesOver(order, () => rr).map((at) => ({ at, complex: complex(rr) }))
  return { ...blank(order), atrial, beats }
}

/** Regular, but not as even as a machine; P waves deform some of the complexes. */
export function ventricularTachycardia(order: Order, dissociation: Dissociation): Sketch {
  const sketch = dissociated(order, dissociation)
  const shift = 0.014 * dissociation.rr
  const { between, about } = order.chance
  return {
    ...sketch,
    beats: sketch.beats.map((beat) => ({ ...beat, at: beat.at + between(-shift, shift), scale: about(1, 0.06) })),
    remarks: ['The QRS complexes differ a little in height; the P waves deform some of them.'],
  }
}
