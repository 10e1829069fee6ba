import type { Complex } from './complexes.ts'
import { type Lead, leads, measuredLeads, twelveLeads } from './leads.ts'
import { SAMPLE_RATE } from './sketch.ts'
import { addWave } from './waves.ts'

/** Measurements of one beat in a lead, in millivolts against the baseline. */
export interface BeatShape {
  readonly qrs: readonly number[]
  readonly st: number
  /** Two parts if biphasic. */
  readonly t: readonly number[]
}

const ONSET = 0.3
/** Smaller waves are not described. */
const SMALLEST = 0.05

/** 60 ms after the QRS complex, or less at high rates. */
export const afterQrs = ({ qrs, qt }: Complex): number => Math.min(0.06, Math.max(0.02, 0.22 * (qt - qrs)))

export function shapesOf(complex: Complex): Readonly<Record<Lead, BeatShape>> {
  const length = Math.round((ONSET + complex.qt + 0.3) * SAMPLE_RATE)
  const measured = measuredLeads.map((lead) => {
    const samples = { sampleRate: SAMPLE_RATE, millivolts: new Float64Array(length) }
    for (const wave of complex.waves[lead] ?? []) addWave(samples, wave, ONSET)
    return [lead, samples.millivolts] as const
  })
  const signals = twelveLeads(Object.fromEntries(measured) as Parameters<typeof twelveLeads>[0])
  return Object.fromEntries(leads.map((lead) => [lead, shapeOf(signals[lead], complex)])) as Record<Lead, BeatShape>
}

/** From the earliest T peak to its end, per second of QT interval. */
const T_SPAN = 0.185 / 0.38

function shapeOf(signal: Float64Array, complex: Complex): BeatShape {
  const { qrs, qt } = complex
  const between = (from: number, to: number) => turns(signal.subarray(indexOf(from), indexOf(to)))
  return {
    qrs: oneOnEachSide(between(-0.03, qrs + 0.012)),
    st: signal[indexOf(qrs + afterQrs(complex))] ?? 0,
    t: largest(between(Math.max(qrs + 0.01, qt * (1 - T_SPAN)), qt + 0.03)),
  }
}

const indexOf = (seconds: number) => Math.round((ONSET + seconds) * SAMPLE_RATE)

function turns(stretch: Float64Array): number[] {
  return [...stretch].filter((height, index) => {
    const before = stretch[index - 1]
    const after = stretch[index + 1]
    return (
      before !== undefined &&
      after !== undefined &&
      Math.abs(height) >= SMALLEST &&
      (height - before) * (after - height) < 0 &&
      turnsAway(before, height)
    )
  })
}

const turnsAway = (before: number, height: number) => (height > 0 ? height > before : height < before)

function oneOnEachSide(heights: readonly number[]): number[] {
  const found: number[] = []
  for (const height of heights) {
    const last = found.at(-1)
    if (last === undefined || Math.sign(last) !== Math.sign(height)) found.push(height)
    else if (Math.abs(height) > Math.abs(last)) found[found.length - 1] = height
  }
  return found
}

function largest(heights: readonly number[]): number[] {
  const sides = oneOnEachSide(heights)
  const most = Math.max(0, ...sides.map(Math.abs))
  return sides.filter((height) => Math.abs(height) >= 0.35 * most)
}
