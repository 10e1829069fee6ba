import type { Randomness } from '../../../core/seeded-numbers.ts'
import type { EcgRhythm } from '../../content/picture-names.ts'
import type { Complex } from './complexes.ts'
import type { MeasuredLead } from './leads.ts'
import { addWave, type LeadSamples, type Wave } from './waves.ts'

/** What signal and description are made from. Seconds from the left edge, which cuts through what lies before it. */
export interface Sketch {
  readonly seconds: number
  readonly beats: readonly Beat[]
  readonly atrial: readonly AtrialWave[]
  readonly spikes: readonly Spike[]
  readonly grounds: readonly Ground[]
  /** Muscle and movement noise in millivolts. */
  readonly unrest: number
  /** Sentences that the beats do not tell. */
  readonly remarks: readonly string[]
  /** Full description of a rhythm without beats. */
  readonly words?: string
}

export interface Order {
  readonly seconds: number
  readonly chance: Randomness
  readonly rateBetween: (low: number, high: number) => number
}

export type Rhythms = Readonly<Partial<Record<EcgRhythm, (order: Order) => Sketch>>>

export const blank = ({ seconds }: Order): Sketch => ({
  seconds,
  beats: [],
  atrial: [],
  spikes: [],
  grounds: [],
  unrest: 0.01,
  remarks: [],
})

/** Seconds before the left edge, longer than any wave. */
const BEFORE = 2

/** Seconds; faster rates do not occur. */
const SHORTEST_STEP = 0.1

export function timesOver({ seconds, chance }: Order, step: (index: number, at: number) => number): number[] {
  const times: number[] = []
  for (let at = -BEFORE + chance.between(0, step(0, -BEFORE)), index = 1; at < seconds + 1; index++) {
    times.push(at)
    at += Math.max(SHORTEST_STEP, step(index, at))
  }
  return times
}

export interface Beat {
  /** Start of the QRS complex. */
  readonly at: number
  readonly complex: Complex
  readonly scale?: number
  /** Start of its P wave. */
  readonly p?: number
  /** Such as `early and wide`. */
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

export function signalOf(sketch: Sketch, lead: MeasuredLead, chance: Randomness): LeadSamples {
  const samples = { sampleRate: SAMPLE_RATE, millivolts: new Float64Array(Math.round(sketch.seconds * SAMPLE_RATE)) }
  for (const { at, form } of sketch.atrial) for (const wave of form.waves[lead] ?? []) addWave(samples, wave, at)
  for (const { at, complex, scale } of sketch.beats) for (const wave of complex.waves[lead] ?? []) addWave(samples, wave, at, scale)
  for (const { at } of sketch.spikes) addSpike(samples, at, spikeHeights[lead])
  for (const ground of sketch.grounds) addGround(samples, ground.at, ground.leads[lead] ?? 0)
  addGround(samples, unrestOf(sketch.unrest, chance), 1)
  return samples
}

/** Millivolts, for pacing from the right ventricular apex. */
const spikeHeights: Readonly<Record<MeasuredLead, number>> = { I: 0.3, II: 0.75, V1: 0.3, V2: 0.4, V3: 0.5, V4: 0.5, V5: 0.5, V6: 0.4 }

/** One sample wide, so that all spikes are equally tall. */
function addSpike({ sampleRate, millivolts }: LeadSamples, at: number, height: number): void {
  const index = Math.round(at * sampleRate)
  if (index >= 0 && index < millivolts.length) millivolts[index] = (millivolts[index] ?? 0) + height
}

function addGround({ sampleRate, millivolts }: LeadSamples, at: (seconds: number) => number, share: number): void {
  if (share === 0) return
  for (let index = 0; index < millivolts.length; index++) millivolts[index] = (millivolts[index] ?? 0) + share * at(index / sampleRate)
}

/** Slow baseline wander by breathing, small noise by muscles and mains. */
function unrestOf(height: number, chance: Randomness): (seconds: number) => number {
  const breathing = oscillation(chance, 0.15, 0.35, 0.03)
  const [slow, middle, fast] = [oscillation(chance, 11, 17, 0.4), oscillation(chance, 19, 27, 0.35), oscillation(chance, 31, 43, 0.3)]
  return (seconds) => breathing(seconds) + (height * slow(seconds) + height * middle(seconds) + height * fast(seconds))
}

export function oscillation(chance: Randomness, slowest: number, fastest: number, height: number): (seconds: number) => number {
  const turns = 2 * Math.PI * chance.between(slowest, fastest)
  const phase = chance.between(0, 2 * Math.PI)
  return (seconds) => height * Math.sin(turns * seconds + phase)
}
