// Finds beats, their width, P waves and levels in a signal alone. Times in seconds, heights in millivolts.

export interface Signal {
  readonly sampleRate: number
  readonly millivolts: ArrayLike<number>
}

export interface MeasuredBeat {
  /** The center of its QRS complex, weighted by steepness. */
  readonly at: number
  readonly onset: number
  readonly end: number
  readonly width: number
  readonly height: number
  /** The largest slope, in mV/s. */
  readonly steepness: number
}

export interface Ruler {
  /** The share of the steepest beat's energy that counts as a beat. */
  readonly threshold?: number
  readonly apart?: number
  /** How long the top of a complex can be flat. */
  readonly flat?: number
}

/** A QRS complex is steeper than this, in mV/s, or than this share of its beat's largest slope. */
const STEEP = 5
/** Lower at the start of a QRS complex, where nothing else is steep. */
const STEEP_BEGINNING = 4.2
const STEEP_PART = 0.07
const CLEARLY = 0.3

const FLAT_BEFORE = 0.018

/** The beats of a lead, found by steepness (after Pan and Tompkins, 1985). */
export function beatsOf(signal: Signal, ruler: Ruler = {}): MeasuredBeat[] {
  return beatsOfSlope(slopeOf(signal), signal, ruler)
}

function beatsOfSlope(slope: readonly number[], signal: Signal, { threshold = 0.08, apart = 0.06, flat = 0.05 }: Ruler): MeasuredBeat[] {
  const { sampleRate } = signal
  const energy = averaged(
    slope.map((one) => one * one),
    Math.round(0.04 * sampleRate),
  )
  const most = Math.max(...energy)
  const regions = regionsWhere((index) => (energy[index] ?? 0) > threshold * most, energy.length, apart * sampleRate)
  return regions.map(([from, to]) => measured(slope, signal, from, to, flat))
}

function measured(slope: readonly number[], { sampleRate, millivolts }: Signal, from: number, to: number, flat: number): MeasuredBeat {
  let weight = 0
  let moment = 0
  let steepest = from
  for (let index = from; index <= to; index++) {
    const steepness = (slope[index] ?? 0) ** 2
    weight += steepness
    moment += steepness * index
    if (Math.abs(slope[index] ?? 0) > Math.abs(slope[steepest] ?? 0)) steepest = index
  }
  const own = Math.abs(slope[steepest] ?? 0)
  const isSteep = (index: number) => Math.abs(slope[index] ?? 0) > Math.max(STEEP, CLEARLY * own)
  const inside = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(isSteep)
  const reach = (start: number, step: number, steep: number, pause: number) => {
    const rest = Math.round(pause * sampleRate)
    let last = start
    for (let index = start; index >= 0 && index < slope.length && Math.abs(index - last) <= rest; index += step) {
      if (Math.abs(slope[index] ?? 0) > steep) last = index
    }
    return last
  }
  const onset = reach(inside[0] ?? steepest, -1, STEEP_BEGINNING, FLAT_BEFORE) / sampleRate
  const end = reach(inside.at(-1) ?? steepest, 1, Math.max(STEEP, STEEP_PART * own), flat) / sampleRate
  const level = millivolts[Math.max(0, Math.round((onset - 0.012) * sampleRate))] ?? 0
  let height = 0
  for (let index = Math.round(onset * sampleRate); index <= end * sampleRate; index++) {
    const here = (millivolts[index] ?? 0) - level
    if (Math.abs(here) > Math.abs(height)) height = here
  }
  return { at: moment / weight / sampleRate, onset, end, width: end - onset, height, steepness: own }
}

/** mV/s, over 8 ms to both sides. */
function slopeOf({ sampleRate, millivolts }: Signal): number[] {
  const reach = Math.max(1, Math.round(0.006 * sampleRate))
  return Array.from({ length: millivolts.length }, (_, index) => {
    const after = Math.min(millivolts.length - 1, index + reach)
    const before = Math.max(0, index - reach)
    return (((millivolts[after] ?? 0) - (millivolts[before] ?? 0)) * sampleRate) / (after - before)
  })
}

export function averaged(values: ArrayLike<number>, reach: number): number[] {
  const sums = [0]
  for (let index = 0; index < values.length; index++) sums.push((sums[index] ?? 0) + (values[index] ?? 0))
  return Array.from({ length: values.length }, (_, index) => {
    const from = Math.max(0, index - reach)
    const to = Math.min(values.length, index + reach + 1)
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
  })
}

function regionsWhere(holds: (index: number) => boolean, length: number, gap: number): [from: number, to: number][] {
  const regions: [number, number][] = []
  for (let index = 0; index < length; index++) {
    if (!holds(index)) continue
    const last = regions.at(-1)
    if (last && index - last[1] <= gap) last[1] = index
    else regions.push([index, index])
  }
  return regions
}

export const whole = (beats: readonly MeasuredBeat[], seconds: number): MeasuredBeat[] =>
  beats.filter(({ onset, end }) => onset > 0.06 && end < seconds - 0.06)

export const distances = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - (times[index] ?? 0))
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
export const rrOf = (beats: readonly MeasuredBeat[]): number[] => distances(beats.map(({ at }) => at))
export const rateOf = (beats: readonly MeasuredBeat[]): number => 60 / mean(rrOf(beats))
export const spread = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / mean(values)
/** The coefficient of variation. */
export function variation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2))) / middle
}

export interface MeasuredP {
  readonly at: number
  readonly height: number
}

export interface PSearch {
  /** Time from the start of a QRS complex to the end of its T wave. */
  readonly quietFrom: number
  /** Time from the end of P waves to the start of the next complex. */
  readonly quietTo?: number
  readonly smallest?: number
}

/** From the start of a P wave to its peak, which is easier to find. */
export const P_ONSET_TO_PEAK = 0.05

/** The filter for P waves: a Gaussian of their width minus its mean, so that slopes do not match. */
const P_SIGMA = 0.021
const P_REACH = 0.068
/** Two on the same side that are closer than this are one wave. */
const P_APART = 0.11

/** P waves in either direction, outside of QRS complexes and T waves, by a matched filter. */
export function pWavesOf(
  signal: Signal,
  beats: readonly MeasuredBeat[],
  { quietFrom, quietTo = 0.035, smallest = 0.08 }: PSearch,
): MeasuredP[] {
  const { sampleRate } = signal
  const millivolts = withoutComplexes(signal, beats)
  const reach = Math.round(P_REACH * sampleRate)
  const gaussian = Array.from({ length: 2 * reach + 1 }, (_, index) => Math.exp(-0.5 * ((index - reach) / sampleRate / P_SIGMA) ** 2))
  const shape = gaussian.map((height) => height - mean(gaussian))
  const power = shape.reduce((sum, height) => sum + height * height, 0)
  const isBusy = (at: number) => beats.some(({ onset }) => at > onset - quietTo && at < onset + quietFrom)
  const found: MeasuredP[] = []
  for (let index = reach; index < millivolts.length - reach; index++) {
    if (isBusy(index / sampleRate)) continue
    const height = shape.reduce((sum, part, step) => sum + part * (millivolts[index - reach + step] ?? 0), 0) / power
    if (Math.abs(height) >= smallest) found.push({ at: index / sampleRate, height })
  }
  return found.filter(({ at, height }) =>
    found.every(
      (other) =>
        Math.abs(other.at - at) > P_APART || other.at === at || Math.abs(other.height) < Math.abs(height) || other.height * height < 0,
    ),
  )
}

/** Replaces QRS complexes by straight lines, so that they do not hide what is near them. */
function withoutComplexes({ sampleRate, millivolts }: Signal, beats: readonly MeasuredBeat[]): Float64Array {
  const rest = Float64Array.from(millivolts)
  for (const { onset, end } of beats) {
    const from = Math.max(0, Math.round((onset - 0.02) * sampleRate))
    const to = Math.min(rest.length - 1, Math.round((end + 0.02) * sampleRate))
    const [start, stop] = [rest[from] ?? 0, rest[to] ?? 0]
    for (let index = from; index <= to; index++) rest[index] = start + ((stop - start) * (index - from)) / (to - from)
  }
  return rest
}

/** From the start of the last P wave before each beat to the beat; null if none is near. */
export function prOf(beats: readonly MeasuredBeat[], ps: readonly MeasuredP[], longest = 0.45): (number | null)[] {
  return beats.map(({ onset }) => {
    const last = ps.filter(({ at }) => at < onset).at(-1)
    const pr = last ? onset - last.at + P_ONSET_TO_PEAK : Number.POSITIVE_INFINITY
    return pr <= longest ? pr : null
  })
}

/** One-sample spikes, and the signal without them. */
export function withoutSpikes({ sampleRate, millivolts }: Signal, smallest = 0.5): { spikes: number[]; signal: Signal } {
  const rest = Float64Array.from(millivolts)
  const spikes: number[] = []
  for (let index = 1; index < rest.length - 1; index++) {
    const between = ((rest[index - 1] ?? 0) + (rest[index + 1] ?? 0)) / 2
    if ((rest[index] ?? 0) - between < smallest) continue
    spikes.push(index / sampleRate)
    rest[index] = between
  }
  return { spikes, signal: { sampleRate, millivolts: rest } }
}

export function extremes({ sampleRate, millivolts }: Signal, from = 0, to = Number.POSITIVE_INFINITY): { highest: number; lowest: number } {
  const stretch = Array.from(millivolts).slice(Math.round(from * sampleRate), Math.min(millivolts.length, Math.round(to * sampleRate)))
  return { highest: Math.max(...stretch), lowest: Math.min(...stretch) }
}

export const heightAt = ({ sampleRate, millivolts }: Signal, at: number): number => millivolts[Math.round(at * sampleRate)] ?? Number.NaN

export function upCrossings({ sampleRate, millivolts }: Signal): number {
  const middle = mean(Array.from(millivolts))
  let count = 0
  for (let index = 1; index < millivolts.length; index++) {
    if ((millivolts[index - 1] ?? 0) < middle && (millivolts[index] ?? 0) >= middle) count++
  }
  return (count * sampleRate) / millivolts.length
}

/** Similarity of a signal to itself at a later time: 1 if it repeats. */
export function likeness({ sampleRate, millivolts }: Signal, later: number): number {
  const values = Array.from(millivolts)
  const middle = mean(values)
  const shift = Math.round(later * sampleRate)
  let product = 0
  let power = 0
  for (let index = 0; index + shift < values.length; index++) {
    const one = (values[index] ?? 0) - middle
    const other = (values[index + shift] ?? 0) - middle
    product += one * other
    power += (one * one + other * other) / 2
  }
  return product / power
}

/** The mean beat of several simultaneous leads, aligned by all of them. */
export interface MeanBeat<Lead extends string> {
  readonly width: number
  readonly count: number
  readonly rate: number
  readonly rr: readonly number[]
  readonly beats: readonly MeasuredBeat[]
  /** Height of a lead at a time after the start of the QRS complex, relative to the level right before it. */
  readonly at: (lead: Lead, seconds: number) => number
  readonly st: (lead: Lead, seconds?: number) => number
  readonly qrs: (lead: Lead) => { highest: number; lowest: number }
  /** The largest deflection, with its sign, within a time span from the start of the QRS complex. */
  readonly largest: (lead: Lead, from: number, to: number) => number
}

export function meanBeatOf<Lead extends string>(
  { sampleRate, leads }: { readonly sampleRate: number; readonly leads: Readonly<Record<Lead, ArrayLike<number>>> },
  ruler: Ruler = {},
): MeanBeat<Lead> {
  const names = Object.keys(leads) as Lead[]
  const slopes = names.map((lead) => slopeOf({ sampleRate, millivolts: leads[lead] }))
  const together = (slopes[0] ?? []).map((_, index) => Math.max(...slopes.map((slope) => Math.abs(slope[index] ?? 0))))
  const length = together.length / sampleRate
  const all = beatsOfSlope(together, { sampleRate, millivolts: leads[names[0] as Lead] }, ruler)
  const beats = all.filter(({ onset, end }) => onset > 0.3 && end < length - 0.55)
  const width = mean(beats.map((beat) => beat.width))
  const meanAt = (lead: Lead, seconds: number) =>
    mean(beats.map(({ onset }) => heightAt({ sampleRate, millivolts: leads[lead] }, onset + seconds)))
  const at = (lead: Lead, seconds: number) => meanAt(lead, seconds) - meanAt(lead, -0.012)
  const heights = (lead: Lead, from: number, to: number) => {
    const steps = Math.max(1, Math.round((to - from) * sampleRate))
    return Array.from({ length: steps + 1 }, (_, step) => at(lead, from + step / sampleRate))
  }
  return {
    width,
    count: all.length,
    rate: rateOf(all),
    rr: rrOf(all),
    beats: all,
    at,
    st: (lead, seconds = 0.06) => at(lead, width + seconds),
    qrs: (lead) => {
      const all = heights(lead, 0, width)
      return { highest: Math.max(...all), lowest: Math.min(...all) }
    },
    largest: (lead, from, to) => heights(lead, from, to).reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0),
  }
}
