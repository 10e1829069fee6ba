import type { Complex } from './complexes.ts'
import type { MeasuredLead } from './leads.ts'
import type { Chance } from './random.ts'
import { addWave, type Samples, type Wave } from './waves.ts'

/**
 * A tracing before it is drawn: what comes when. It is what the signal is made from, and what the description tells.
 * Times in seconds from the left edge; some lie before it, so that the edge cuts through a rhythm that was there.
 */
export interface Sketch {
  readonly seconds: number
  readonly beats: readonly Beat[]
  /** P waves, whether a beat follows or not, in the order of time. */
  readonly atrial: readonly AtrialWave[]
  readonly spikes: readonly Spike[]
  /** What goes on all the time, whatever the beats do. */
  readonly grounds: readonly Ground[]
  /** The height of what muscles and movement add, in millivolts. */
  readonly unrest: number
  /** What the beats and P waves do not tell of themselves; each a sentence. */
  readonly remarks: readonly string[]
  /** All that is to be said of the rhythm where it has no beats to be told of. */
  readonly words?: string
}

/** What a sketch is made for. */
export interface Order {
  readonly seconds: number
  readonly chance: Chance
  /** The rate that was asked for, or one that is usual. */
  readonly rateBetween: (low: number, high: number) => number
}

export const blank = ({ seconds }: Order): Sketch => ({
  seconds,
  beats: [],
  atrial: [],
  spikes: [],
  grounds: [],
  unrest: 0.01,
  remarks: [],
})

/** What lies before the left edge, in seconds: enough for the longest wave that still reaches over it. */
const BEFORE = 2

/** No heart and no pacemaker is quicker. Seconds. */
const SHORTEST_STEP = 0.1

/** Times from before the left edge to after the right one, each a step after the one before. */
export function timesOver({ seconds, chance }: Order, step: (index: number, at: number) => number): number[] {
  const times: number[] = []
  for (let at = -BEFORE + chance.between(0, step(0, -BEFORE)), index = 1; at < seconds + 1; index++) {
    times.push(at)
    at += Math.max(SHORTEST_STEP, step(index, at))
  }
  return times
}

export interface Beat {
  /** The beginning of its QRS complex. */
  readonly at: number
  readonly complex: Complex
  /** The height of this beat against that of its complex. */
  readonly scale?: number
  /** The beginning of the P wave that leads to it. */
  readonly p?: number
  /** What is unlike the other beats in it, such as `early and wide`. */
  readonly unlike?: string
}

export interface AtrialWave {
  readonly at: number
  readonly form: PForm
}

export interface PForm {
  readonly words: string
  readonly waves: Readonly<Partial<Record<MeasuredLead, readonly Wave[]>>>
}

export interface Spike {
  readonly at: number
}

export interface Ground {
  readonly leads: Readonly<Partial<Record<MeasuredLead, number>>>
  /** Millivolts in a lead whose share is 1. */
  readonly at: (seconds: number) => number
}

export const SAMPLE_RATE = 250

/** The signal of a lead. Leads of one sketch share their beats, and each has some unrest of its own. */
export function signalOf(sketch: Sketch, lead: MeasuredLead, chance: Chance): Samples {
  const samples = { sampleRate: SAMPLE_RATE, millivolts: new Float64Array(Math.round(sketch.seconds * SAMPLE_RATE)) }
  for (const { at, form } of sketch.atrial) for (const wave of form.waves[lead] ?? []) addWave(samples, wave, at)
  for (const { at, complex, scale } of sketch.beats) for (const wave of complex.waves[lead] ?? []) addWave(samples, wave, at, scale)
  for (const { at } of sketch.spikes) addSpike(samples, at, spikeHeights[lead])
  for (const ground of sketch.grounds) addGround(samples, ground.at, ground.leads[lead] ?? 0)
  addGround(samples, unrestOf(sketch.unrest, chance), 1)
  return samples
}

/** Millivolts, of an impulse that runs from the apex of the right ventricle. */
const spikeHeights: Readonly<Record<MeasuredLead, number>> = { I: 0.3, II: 0.75, V1: 0.3, V2: 0.4, V3: 0.5, V4: 0.5, V5: 0.5, V6: 0.4 }

/** What a pacemaker's impulse leaves on paper: a line, here of one sample, so that each is as tall as the other. */
function addSpike({ sampleRate, millivolts }: Samples, at: number, height: number): void {
  const index = Math.round(at * sampleRate)
  if (index >= 0 && index < millivolts.length) millivolts[index] = (millivolts[index] ?? 0) + height
}

function addGround({ sampleRate, millivolts }: Samples, at: (seconds: number) => number, share: number): void {
  if (share === 0) return
  for (let index = 0; index < millivolts.length; index++) millivolts[index] = (millivolts[index] ?? 0) + share * at(index / sampleRate)
}

/** Breathing moves the baseline slowly; muscles and mains shake it a little. */
function unrestOf(height: number, chance: Chance): (seconds: number) => number {
  const breathing = oscillation(chance, 0.15, 0.35, 0.03)
  const [slow, middle, fast] = [oscillation(chance, 11, 17, 0.4), oscillation(chance, 19, 27, 0.35), oscillation(chance, 31, 43, 0.3)]
  return (seconds) => breathing(seconds) + (height * slow(seconds) + height * middle(seconds) + height * fast(seconds))
}

/** A sine of a frequency between two, in Hz. */
export function oscillation(chance: Chance, slowest: number, fastest: number, height: number): (seconds: number) => number {
  const turns = 2 * Math.PI * chance.between(slowest, fastest)
  const phase = chance.between(0, 2 * Math.PI)
  return (seconds) => height * Math.sin(turns * seconds + phase)
}
