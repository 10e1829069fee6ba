import { describe, expect, test } from 'vitest'
import { type EcgRhythm, ecgRhythms } from '../../content/picture-names.ts'
import {
  beatsOf,
  distances,
  extremes,
  heightAt,
  likeness,
  type MeasuredBeat,
  mean,
  type PSearch,
  prOf,
  pWavesOf,
  type Ruler,
  rateOf,
  rrOf,
  type Signal,
  spread,
  upCrossings,
  variation,
  whole,
  withoutSpikes,
} from '../../testing/ecg-measure.ts'
import { stripSignal } from './ecg.ts'

/** What defines each rhythm, measured back from the signal of its strip. */

const SECONDS = 6
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

interface Strip {
  readonly signal: Signal
  readonly spikes: readonly number[]
  /** Beats that are not cut off at an edge. */
  readonly beats: readonly MeasuredBeat[]
  /** Includes beats that are cut off at an edge. */
  readonly all: readonly MeasuredBeat[]
  readonly rr: readonly number[]
  readonly rate: number
  /** The requested rate. */
  readonly asked: number | null
}

function measure(rhythm: EcgRhythm, asked: number | null, seed: number, ruler: Ruler): Strip {
  const { spikes, signal } = withoutSpikes(stripSignal({ rhythm, rate: asked, seed }, SECONDS))
  const all = beatsOf(signal, ruler)
  const beats = whole(all, SECONDS)
  return { signal, spikes, beats, all, rr: rrOf(beats), rate: rateOf(beats), asked }
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
const widths = (beats: readonly MeasuredBeat[]) => beats.map(({ width }) => width)

const isRegular = ({ rr }: Strip, most = 0.09) => expect(spread(rr)).toBeLessThan(most)
const isIrregular = ({ rr }: Strip) => expect(variation(rr)).toBeGreaterThan(0.12)
const isNarrow = (beats: readonly MeasuredBeat[]) => expect(median(widths(beats))).toBeLessThan(0.115)
const isWide = (beats: readonly MeasuredBeat[]) => expect(Math.min(...widths(beats))).toBeGreaterThanOrEqual(0.118)
/** Half a percent, or the resolution of six seconds. */
function hasRate({ rate, asked }: Strip, low: number, high: number, exact = 0.03) {
  expect(rate).toBeGreaterThan(asked === null ? low * (1 - exact) : asked * (1 - exact))
  expect(rate).toBeLessThan(asked === null ? high * (1 + exact) : asked * (1 + exact))
}

/** Closer to the left edge, a T wave can belong to a beat that is not visible. */
const FIRST_P = 0.42
const LAST_P = SECONDS - 0.1

const ps = ({ signal, beats, all }: Strip, search: Partial<PSearch> = {}) => {
  const rr = Math.min(...rrOf(beats), 1.5)
  const found = pWavesOf(signal, all, { quietFrom: 0.4 * Math.sqrt(rr) + 0.03, smallest: 0.1, ...search })
  return found.filter(({ at }) => at > FIRST_P && at < LAST_P)
}
/** The PR interval before each beat, which every beat must have. */
function prs(strip: Strip, search: Partial<PSearch> = {}): number[] {
  const beats = strip.beats.filter(({ onset }) => onset > FIRST_P + 0.35)
  const found = prOf(beats, ps(strip, search))
  expect(found).not.toContain(null)
  return found.filter((pr) => pr !== null)
}
/** Every beat follows a P wave at the same distance. */
function isLedByP(strip: Strip, low: number, high: number, search: Partial<PSearch> = {}) {
  const found = prs(strip, search)
  expect(Math.min(...found)).toBeGreaterThan(low - 0.02)
  expect(Math.max(...found)).toBeLessThan(high + 0.02)
  expect(Math.max(...found) - Math.min(...found)).toBeLessThan(0.03)
}
/** The average of the signal before the beats: a P wave would stand out. */
function heightBeforeBeats({ signal, beats }: Strip, from = 0.2, to = 0.03): number {
  const inside = beats.filter(({ onset }) => onset > from)
  const steps = Array.from({ length: 24 }, (_, step) => from - (step * (from - to)) / 23)
  const heights = steps.map((before) => mean(inside.map(({ onset }) => heightAt(signal, onset - before))))
  return Math.max(...heights) - Math.min(...heights)
}
/** Apparent P waves have no fixed place. */
function hasNoSteadyP(strip: Strip) {
  const found = prOf(strip.beats, ps(strip, { smallest: 0.05 }), 0.25)
  const near = found.filter((pr) => pr !== null)
  expect(near.length < 0.7 * found.length || Math.max(...near) - Math.min(...near) > 0.05).toBe(true)
}
const hasNoP = (strip: Strip, from?: number) => expect(heightBeforeBeats(strip, from)).toBeLessThan(0.075)

/** Beats that come early, wide and without a P wave, and those of the sinus node. */
function earlyAndOthers(strip: Strip) {
  const early = strip.beats.filter(({ width }) => width >= 0.118)
  const others = strip.beats.filter(({ width }) => width < 0.118)
  return { early, others, before: (beat: MeasuredBeat) => strip.beats.filter(({ at }) => at < beat.at).at(-1) }
}
function hasEarlyWideBeats(strip: Strip) {
  const { early, others, before } = earlyAndOthers(strip)
  expect(early.length).toBeGreaterThan(0)
  expect(others.length).toBeGreaterThan(1)
  const rr = sinusInterval(strip)
  for (const beat of early) {
    const last = before(beat)
    if (last) expect(beat.onset - last.onset).toBeLessThan(0.85 * rr)
  }
  return { early, others }
}
/** The interval of the sinus node: as requested, or the shortest between neighboring beats. */
function sinusInterval(strip: Strip): number {
  if (strip.asked) return 60 / strip.asked
  const narrowPairs = strip.beats.flatMap((beat, index) => {
    const next = strip.beats[index + 1]
    return next && beat.width < 0.118 && next.width < 0.118 ? [next.at - beat.at] : []
  })
  return narrowPairs.length > 0 ? median(narrowPairs) : 60 / 66
}
const inARow = (strip: Strip): number[] => {
  const rows: number[] = []
  let row = 0
  for (const { width } of strip.beats) {
    if (width >= 0.118) row++
    else if (row > 0) {
      rows.push(row)
      row = 0
    }
  }
  return row > 0 ? [...rows, row] : rows
}

/** P waves at even distances, some of which can be hidden. */
function areOnOneGrid(times: readonly number[], step: number) {
  for (const between of distances(times)) {
    const steps = between / step
    expect(Math.abs(steps - Math.round(steps))).toBeLessThan(0.13)
  }
}
const pForms = (strip: Strip, search: Partial<PSearch>) =>
  new Set(ps(strip, search).map(({ height }) => (height < 0 ? 'inverted' : height > 0.19 ? 'tall' : 'low')))

const followedAtOnce = (times: readonly number[], spike: number, from = 0, to = 0.08) =>
  times.some((at) => at - spike >= from && at - spike < to)
const pacedBeats = ({ spikes, beats }: Strip) =>
  spikes.filter((spike) =>
    followedAtOnce(
      beats.map(({ onset }) => onset),
      spike,
      -0.02,
    ),
  )

/** Peaks of the mean beat between its QRS complex and the next one. */
function peaksBetweenBeats({ signal, beats, rr }: Strip): number[] {
  const inside = beats.slice(0, -1)
  const heightAfter = (seconds: number) => mean(inside.map(({ onset }) => heightAt(signal, onset + seconds)))
  const steps = Array.from({ length: Math.round((mean([...rr]) - 0.14) / 0.008) }, (_, step) => 0.1 + step * 0.008)
  return steps.filter((at) => {
    const [before, here, after] = [heightAfter(at - 0.05), heightAfter(at), heightAfter(at + 0.05)]
    const isTop = here >= heightAfter(at - 0.008) && here > heightAfter(at + 0.008)
    return isTop && here - before > 0.04 && here - after > 0.04
  })
}

interface Definition {
  /** Rates to request besides the usual one. */
  readonly rates: readonly number[]
  readonly ruler?: Ruler
  readonly check: (strip: Strip) => void
}

const sinus = (low: number, high: number, rates: readonly number[]): Definition => ({
  rates,
  check: (strip) => {
    hasRate(strip, low, high)
    isRegular(strip)
    isNarrow(strip.beats)
    isLedByP(strip, 0.12, 0.2)
  },
})

const junctional = (low: number, high: number, rates: readonly number[]): Definition => ({
  rates,
  check: (strip) => {
    hasRate(strip, low, high)
    isRegular(strip, 0.05)
    isNarrow(strip.beats)
    const near = ps(strip, { quietTo: 0.02 }).filter(({ at }) => at > 0.55)
    if (near.length === 0) return hasNoP(strip, 0.14)
    for (const { height } of near) expect(height).toBeLessThan(0)
    const intervals = prOf(strip.beats, near, 0.2).filter((pr) => pr !== null)
    expect(intervals.length).toBeGreaterThan(0.6 * strip.beats.length - 1)
    expect(Math.max(...intervals)).toBeLessThan(0.125)
  },
})

const definitions: Readonly<Record<EcgRhythm, Definition>> = {
  normal_sinus: sinus(60, 100, [65, 98]),
  sinus_bradycardia: sinus(38, 56, [42, 55]),
  sinus_tachycardia: sinus(105, 140, [104, 130]),
  sinus_arrhythmia: {
    rates: [66, 78],
    check: (strip) => {
      isLedByP(strip, 0.12, 0.2)
      expect(Math.max(...strip.rr) - Math.min(...strip.rr)).toBeGreaterThan(0.12)
      const changes = distances(strip.rr)
      expect(Math.max(...changes.map(Math.abs))).toBeLessThan(0.45)
    },
  },
  sinus_arrest: {
    rates: [62, 74],
    check: (strip) => {
      const pause = Math.max(...strip.rr)
      const usual = Math.min(...strip.rr)
      expect(pause).toBeGreaterThan(2)
      expect(Math.abs(pause / usual - Math.round(pause / usual))).toBeGreaterThan(0.25)
      isLedByP(strip, 0.12, 0.2)
      const index = strip.rr.indexOf(pause)
      const from = (strip.beats[index]?.onset ?? 0) + 0.55
      const { highest, lowest } = extremes(strip.signal, from, from + pause - 0.8)
      expect(highest - lowest).toBeLessThan(0.09)
    },
  },
  premature_atrial_complexes: {
    rates: [66, 82],
    check: (strip) => {
      isNarrow(strip.beats)
      expect(Math.min(...strip.rr)).toBeLessThan(0.72 * median(strip.rr))
      const early = strip.beats.find((beat, index) => beat.onset > 0.9 && (strip.rr[index - 1] ?? 9) < 0.72 * median(strip.rr))
      const p = ps(strip, { quietFrom: 0.36 }).filter(({ at }) => early && at < early.onset && at > early.onset - 0.16)
      expect(p.length).toBeGreaterThan(0)
    },
  },
  wandering_atrial_pacemaker: {
    rates: [70, 88],
    check: (strip) => {
      hasRate(strip, 60, 100, 0.1)
      isNarrow(strip.beats)
      expect(pForms(strip, { quietFrom: 0.36 }).size).toBeGreaterThanOrEqual(3)
    },
  },
  atrial_tachycardia: {
    rates: [155, 175],
    ruler: { flat: 0.02 },
    check: (strip) => {
      hasRate(strip, 150, 180)
      isRegular(strip, 0.06)
      isNarrow(strip.beats)
      expect(heightBeforeBeats(strip, 0.12)).toBeGreaterThan(0.12)
    },
  },
  multifocal_atrial_tachycardia: {
    rates: [104, 116],
    check: (strip) => {
      hasRate(strip, 100, 150, 0.12)
      isIrregular(strip)
      isNarrow(strip.beats)
      expect(pForms(strip, { quietFrom: 0.25 }).size).toBeGreaterThanOrEqual(3)
    },
  },
  atrial_fibrillation: {
    rates: [70, 110, 160],
    ruler: { flat: 0.02 },
    check: (strip) => {
      hasRate(strip, 80, 150, 0.2)
      isIrregular(strip)
      isNarrow(strip.beats)
      hasNoSteadyP(strip)
    },
  },
  atrial_flutter: {
    rates: [75, 100, 150],
    check: (strip) => {
      hasRate(strip, 70, 155)
      isRegular(strip, 0.03)
      isNarrow(strip.beats)
      if (strip.rate > 120) return
      const inOneGap = distances(peaksBetweenBeats(strip))
      expect(inOneGap.length).toBeGreaterThan(0)
      expect(60 / mean(inOneGap)).toBeGreaterThan(270)
      expect(60 / mean(inOneGap)).toBeLessThan(330)
    },
  },
  supraventricular_tachycardia: {
    rates: [160, 190, 215],
    ruler: { flat: 0.02 },
    check: (strip) => {
      hasRate(strip, 170, 212)
      isRegular(strip, 0.05)
      isNarrow(strip.beats)
      expect(heightBeforeBeats(strip, 0.07)).toBeLessThan(0.08)
    },
  },
  premature_junctional_complexes: {
    rates: [66, 82],
    check: (strip) => {
      isNarrow(strip.beats)
      expect(Math.min(...strip.rr)).toBeLessThan(0.72 * median(strip.rr))
      const early = strip.beats.find((beat, index) => beat.onset > 0.9 && (strip.rr[index - 1] ?? 9) < 0.72 * median(strip.rr))
      const p = ps(strip, { quietFrom: 0.36, quietTo: 0.02 }).filter(({ at }) => early && at < early.onset && at > early.onset - 0.12)
      expect(p.map(({ height }) => height < 0)).toContain(true)
    },
  },
  junctional_escape: junctional(40, 60, [44, 58]),
  accelerated_junctional: junctional(60, 100, [68, 95]),
  junctional_tachycardia: junctional(100, 140, [106, 132]),
  first_degree_block: {
    rates: [60, 80],
    check: (strip) => {
      hasRate(strip, 56, 84)
      isRegular(strip)
      isNarrow(strip.beats)
      isLedByP(strip, 0.22, 0.36, { quietFrom: 0.38 })
    },
  },
  second_degree_type_1: {
    rates: [50, 64],
    check: (strip) => {
      isNarrow(strip.beats)
      const waves = ps(strip, { smallest: 0.11 })
      const pp = Math.min(...distances(waves.map(({ at }) => at)))
      areOnOneGrid(
        waves.map(({ at }) => at),
        pp,
      )
      expect(waves.length).toBeGreaterThan(strip.beats.filter(({ onset }) => onset > 0.8).length)
      const intervals = prOf(strip.beats, waves)
      const pause = Math.max(...strip.rr)
      for (const [index, rr] of strip.rr.entries()) {
        const [one, next] = [intervals[index], intervals[index + 1]]
        if (one == null || next == null) continue
        if (rr > 0.9 * pause) expect(next).toBeLessThan(one - 0.06)
        else expect(next).toBeGreaterThan(one + 0.015)
      }
      // The pause is shorter than two of the intervals before it: the last PR was long, the first is short.
      expect(pause).toBeLessThan(2 * Math.min(...strip.rr))
    },
  },
  second_degree_type_2: {
    rates: [44, 56],
    check: (strip) => {
      isWide(strip.beats)
      const waves = ps(strip, { quietFrom: 0.43, smallest: 0.11 })
      const pp = Math.min(...distances(waves.map(({ at }) => at)))
      areOnOneGrid(
        waves.map(({ at }) => at),
        pp,
      )
      const intervals = prOf(strip.beats, waves, 0.3).filter((pr) => pr !== null)
      expect(intervals.length).toBeGreaterThanOrEqual(strip.beats.length - 1)
      expect(Math.max(...intervals) - Math.min(...intervals)).toBeLessThan(0.03)
      const pause = Math.max(...strip.rr)
      expect(pause / pp).toBeGreaterThan(1.9)
      expect(pause / pp).toBeLessThan(2.1)
      expect(Math.min(...strip.rr)).toBeLessThan(1.1 * pp)
    },
  },
  second_degree_2_to_1: {
    rates: [34, 44],
    check: (strip) => {
      hasRate(strip, 34, 48)
      isRegular(strip)
      isNarrow(strip.beats)
      isLedByP(strip, 0.14, 0.22, { quietFrom: 0.45 })
      const waves = ps(strip, { quietFrom: 0.45 }).map(({ at }) => at)
      expect(mean(strip.rr) / median(distances(waves))).toBeGreaterThan(1.9)
      expect(mean(strip.rr) / median(distances(waves))).toBeLessThan(2.1)
    },
  },
  third_degree_block: {
    rates: [34, 40, 50],
    ruler: { threshold: 0.15 },
    check: (strip) => {
      hasRate(strip, 29, 41)
      isRegular(strip, 0.04)
      if ((strip.asked ?? 40) < 45) isWide(strip.beats)
      else isNarrow(strip.beats)
      const waves = ps(strip, { quietFrom: 0.5, smallest: 0.13 }).filter(({ height }) => height > 0)
      const shortest = Math.min(...distances(waves.map(({ at }) => at)))
      const pp = shortest / Math.round(shortest / 0.72)
      expect(60 / pp).toBeGreaterThan(60)
      areOnOneGrid(
        waves.map(({ at }) => at),
        pp,
      )
      // The distance of the nearest P wave before each beat is never the same twice.
      const first = waves[0]?.at ?? 0
      const phases = strip.beats.map(({ onset }) => (((onset - first) / pp) % 1) + (onset < first ? 1 : 0))
      for (const change of distances(phases)) expect(Math.min(Math.abs(change), 1 - Math.abs(change))).toBeGreaterThan(0.08)
    },
  },
  premature_ventricular_complexes: {
    rates: [60, 72, 85],
    check: (strip) => {
      const { early } = hasEarlyWideBeats(strip)
      expect(Math.max(...inARow(strip))).toBe(1)
      expect(early.length).toBeLessThanOrEqual(3)
      // The pause after it is compensatory, because the sinus node continued.
      const rr = sinusInterval(strip)
      for (const [index, beat] of strip.beats.entries()) {
        const [last, next] = [strip.beats[index - 1], strip.beats[index + 1]]
        if (beat.width < 0.118 || !last || !next) continue
        expect((next.onset - last.onset) / rr).toBeGreaterThan(1.9)
        expect((next.onset - last.onset) / rr).toBeLessThan(2.1)
      }
    },
  },
  multifocal_premature_ventricular_complexes: {
    rates: [76, 86],
    check: (strip) => {
      const { early } = hasEarlyWideBeats(strip)
      expect(early.length).toBeGreaterThanOrEqual(2)
      expect(new Set(early.map(({ height }) => (height < 0 ? 'down' : height > 1.2 ? 'tall' : 'low'))).size).toBeGreaterThanOrEqual(2)
    },
  },
  ventricular_bigeminy: {
    rates: [68, 82],
    check: (strip) => {
      hasEarlyWideBeats(strip)
      for (const [index, { width }] of strip.beats.entries()) {
        const next = strip.beats[index + 1]
        if (next) expect(width >= 0.118).toBe(next.width < 0.118)
      }
    },
  },
  ventricular_trigeminy: {
    rates: [68, 82],
    check: (strip) => {
      hasEarlyWideBeats(strip)
      const places = strip.beats.flatMap(({ width }, index) => (width >= 0.118 ? [index] : []))
      for (const between of distances(places)) expect(between).toBe(3)
      expect(places.length).toBeGreaterThanOrEqual(2)
    },
  },
  ventricular_couplets: {
    rates: [72, 84],
    check: (strip) => {
      const { early } = hasEarlyWideBeats({ ...strip, beats: strip.beats })
      expect(inARow(strip)).toContain(2)
      expect(Math.max(...inARow(strip))).toBe(2)
      expect(early.length).toBeGreaterThanOrEqual(2)
    },
  },
  r_on_t: {
    rates: [68, 82],
    check: (strip) => {
      const { early } = hasEarlyWideBeats(strip)
      for (const beat of early) {
        const last = strip.beats.filter(({ at }) => at < beat.at).at(-1)
        if (!last) continue
        expect(beat.onset - last.onset).toBeGreaterThan(0.2)
        expect(beat.onset - last.onset).toBeLessThan(0.4)
      }
    },
  },
  nonsustained_ventricular_tachycardia: {
    rates: [78, 88],
    check: (strip) => {
      const rows = inARow(strip)
      expect(Math.max(...rows)).toBeGreaterThanOrEqual(3)
      const run = strip.beats.filter(({ width }) => width >= 0.118).map(({ at }) => at)
      const inRun = distances(run).filter((between) => between < 0.5)
      expect(60 / mean(inRun)).toBeGreaterThan(140)
      expect(strip.beats.filter(({ width }) => width < 0.118).length).toBeGreaterThan(1)
    },
  },
  ventricular_tachycardia: {
    rates: [150, 180, 210],
    ruler: { threshold: 0.3 },
    check: (strip) => {
      hasRate(strip, 150, 195)
      isRegular(strip, 0.12)
      isWide(strip.beats)
      // Not as even as a machine: R-R by 1 to 3 %, and heights by a few.
      expect(variation(strip.rr)).toBeGreaterThan(0.004)
      expect(variation(strip.rr)).toBeLessThan(0.03)
      expect(variation(strip.beats.map(({ height }) => Math.abs(height)))).toBeGreaterThan(0.01)
    },
  },
  polymorphic_ventricular_tachycardia: {
    rates: [200, 230],
    check: ({ signal }) => {
      const perMinute = 60 * upCrossings(signal)
      expect(perMinute).toBeGreaterThan(130)
      expect(perMinute).toBeLessThan(330)
      const heights = windows(signal, 0.6).map(({ highest }) => highest)
      expect(spread(heights)).toBeGreaterThan(0.25)
      const { highest, lowest } = extremes(signal)
      expect(highest - lowest).toBeGreaterThan(1.2)
    },
  },
  torsades_de_pointes: {
    rates: [210, 235],
    check: ({ signal, asked }) => {
      const parts = windows(signal, 0.3)
      const sides = parts.map(({ highest, lowest }) => highest / -lowest)
      expect(Math.max(...sides)).toBeGreaterThan(1.5)
      expect(Math.min(...sides)).toBeLessThan(1 / 1.5)
      const spans = parts.map(({ highest, lowest }) => highest - lowest)
      expect(Math.max(...spans)).toBeGreaterThan(2.2 * Math.min(...spans))
      const perMinute = 60 * upCrossings(signal)
      expect(perMinute).toBeGreaterThan(0.8 * (asked ?? 200))
      expect(perMinute).toBeLessThan(1.4 * (asked ?? 240))
    },
  },
  ventricular_fibrillation_coarse: { rates: [], check: (strip) => isDisordered(strip, 0.8, 2.2) },
  ventricular_fibrillation_fine: { rates: [], check: (strip) => isDisordered(strip, 0.12, 0.3) },
  idioventricular: {
    rates: [25, 38],
    check: (strip) => {
      hasRate(strip, 26, 40)
      isRegular(strip)
      isWide(strip.beats)
      hasNoP(strip, 0.3)
    },
  },
  accelerated_idioventricular: {
    rates: [60, 90],
    check: (strip) => {
      hasRate(strip, 58, 96)
      isRegular(strip)
      isWide(strip.beats)
      hasNoP(strip, 0.15)
    },
  },
  agonal: {
    rates: [12, 18],
    ruler: { apart: 0.25 },
    check: ({ signal }) => {
      const active = Array.from({ length: SECONDS * 10 }, (_, tenth) => extremes(signal, tenth / 10, (tenth + 1) / 10)).filter(
        ({ highest, lowest }) => highest - lowest > 0.12,
      )
      expect(active.length).toBeGreaterThanOrEqual(2)
      expect(active.length).toBeLessThan(20)
    },
  },
  asystole: {
    rates: [],
    check: ({ signal }) => {
      const { highest, lowest } = extremes(signal)
      expect(highest - lowest).toBeLessThan(0.12)
    },
  },
  ventricular_standstill: {
    rates: [60, 80],
    check: ({ signal, asked }) => {
      const waves = pWavesOf(signal, [], { quietFrom: 0 }).flatMap(({ at, height }) => (height > 0 ? [at] : []))
      const { highest } = extremes(signal)
      expect(highest).toBeLessThan(0.3)
      expect(spread(distances(waves))).toBeLessThan(0.1)
      expect(60 / mean(distances(waves))).toBeGreaterThan(0.95 * (asked ?? 60))
      expect(60 / mean(distances(waves))).toBeLessThan(1.05 * (asked ?? 86))
    },
  },
  pre_excited_atrial_fibrillation: {
    rates: [190, 215],
    ruler: { apart: 0.02, threshold: 0.12 },
    check: (strip) => {
      expect(strip.rate).toBeGreaterThan(150)
      isIrregular(strip)
      expect(median(widths(strip.beats))).toBeGreaterThan(0.12)
      expect(spread(strip.beats.map(({ height }) => height))).toBeGreaterThan(0.2)
    },
  },
  long_qt: {
    rates: [60, 72],
    check: (strip) => {
      isRegular(strip)
      isNarrow(strip.beats)
      const rr = mean(strip.rr)
      expect(qtOf(strip) / Math.sqrt(rr)).toBeGreaterThan(0.48)
      expect(qtOf(strip)).toBeGreaterThan(rr / 2)
    },
  },
  atrial_paced: {
    rates: [68, 80],
    check: (strip) => {
      isNarrow(strip.beats)
      isRegular(strip, 0.03)
      const peaks = ps(strip).map(({ at }) => at)
      const shown = strip.spikes.filter((at) => at > 0.45 && at < SECONDS - 0.5)
      for (const spike of shown) expect(followedAtOnce(peaks, spike, 0.02, 0.1)).toBe(true)
      expect(pacedBeats(strip)).toEqual([])
    },
  },
  ventricular_paced: {
    rates: [66, 78],
    check: (strip) => {
      isWide(strip.beats)
      isRegular(strip, 0.03)
      hasRate(strip, 64, 80)
      expect(pacedBeats(strip).length).toBe(strip.beats.length)
    },
  },
  dual_chamber_paced: {
    rates: [66, 78],
    check: (strip) => {
      isWide(strip.beats)
      isRegular(strip, 0.03)
      expect(pacedBeats(strip).length).toBe(strip.beats.length)
      const others = strip.spikes.filter((at) => !pacedBeats(strip).includes(at) && at > 0.45 && at < SECONDS - 0.6)
      const peaks = ps(strip).map(({ at }) => at)
      expect(others.length).toBeGreaterThanOrEqual(4)
      for (const spike of others) expect(followedAtOnce(peaks, spike, 0.02, 0.1)).toBe(true)
    },
  },
  failure_to_capture: {
    rates: [66, 78],
    check: (strip) => {
      expect(spread(distances(strip.spikes))).toBeLessThan(0.04)
      const inside = strip.spikes.filter((at) => at > 0.1 && at < SECONDS - 0.5)
      const captured = pacedBeats(strip)
      const lost = inside.filter((at) => !captured.includes(at))
      expect(captured.length).toBeGreaterThan(1)
      expect(lost.length).toBeGreaterThan(0)
      isWide(strip.beats)
    },
  },
  failure_to_sense: {
    rates: [76, 82],
    check: (strip) => {
      expect(spread(distances(strip.spikes))).toBeLessThan(0.04)
      const own = strip.beats.filter(({ width }) => width < 0.118)
      expect(own.length).toBeGreaterThan(2)
      // A pacemaker that senses would wait a whole interval after each intrinsic beat.
      const interval = mean(distances(strip.spikes))
      const tooEarly = strip.spikes.filter((spike) => own.some(({ onset }) => spike > onset + 0.02 && spike < onset + 0.8 * interval))
      expect(tooEarly.length).toBeGreaterThan(1)
    },
  },
  peaked_t_waves: {
    rates: [65, 85],
    check: ({ beats: steep, ...strip }) => {
      // The T waves are almost as steep as the QRS complexes.
      const steepest = Math.max(...steep.map(({ steepness }) => steepness))
      const beats = steep.filter(({ steepness }) => steepness > 0.82 * steepest)
      isRegular({ ...strip, beats, rr: rrOf(beats) })
      isNarrow(beats)
      for (const { onset } of beats.slice(0, -1)) {
        const t = extremes(strip.signal, onset + 0.15, onset + 0.42)
        expect(t.highest).toBeGreaterThan(0.8)
      }
    },
  },
  sine_wave: {
    rates: [70, 100],
    check: ({ signal, asked }) => {
      const perSecond = upCrossings(signal)
      expect(60 * perSecond).toBeGreaterThan((asked ?? 70) - 12)
      expect(60 * perSecond).toBeLessThan((asked ?? 105) + 12)
      const { highest, lowest } = extremes(signal)
      expect(highest - lowest).toBeGreaterThan(1.2)
      const period = periodOf(signal, 0.5, 1)
      expect(likeness(signal, period)).toBeGreaterThan(0.9)
      // Nothing in it is as steep as a QRS complex.
      const steepest = Math.max(...distances(Array.from(signal.millivolts)).map(Math.abs)) * signal.sampleRate
      expect(steepest).toBeLessThan(16)
    },
  },
  osborn_waves: {
    rates: [40, 48],
    check: (strip) => {
      hasRate(strip, 36, 52)
      for (const { onset } of strip.beats) {
        const { highest } = extremes(strip.signal, onset + 0.075, onset + 0.12)
        expect(highest).toBeGreaterThan(0.25)
        expect(heightAt(strip.signal, onset + 0.17)).toBeLessThan(0.2)
      }
    },
  },
  compression_artefact: {
    rates: [100, 120],
    check: ({ signal, asked }) => {
      const period = periodOf(signal, 0.4, 0.75)
      expect(60 / period).toBeGreaterThan(0.94 * (asked ?? 102))
      expect(60 / period).toBeLessThan(1.06 * (asked ?? 120))
      const { highest, lowest } = extremes(signal)
      expect(highest - lowest).toBeGreaterThan(1.2)
    },
  },
  tremor_artefact: {
    rates: [70, 88],
    ruler: { threshold: 0.3 },
    check: (strip) => {
      isRegular(strip, 0.14)
      hasRate(strip, 64, 92, 0.05)
      const between = strip.beats.slice(1).map(({ onset }) => extremes(strip.signal, onset - 0.3, onset - 0.04))
      expect(mean(between.map(({ highest, lowest }) => highest - lowest))).toBeGreaterThan(0.2)
    },
  },
}

const windows = (signal: Signal, length: number) =>
  Array.from({ length: Math.floor(SECONDS / length) }, (_, index) => extremes(signal, index * length, (index + 1) * length))

function isDisordered({ signal }: Strip, low: number, high: number) {
  const { highest, lowest } = extremes(signal)
  expect(highest - lowest).toBeGreaterThan(low)
  expect(highest - lowest).toBeLessThan(high)
  expect(60 * upCrossings(signal)).toBeGreaterThan(120)
  expect(60 * upCrossings(signal)).toBeLessThan(480)
  expect(likeness(signal, periodOf(signal, 0.35, 1.5))).toBeLessThan(0.85)
}

/** The lag at which a signal is most similar to itself. */
function periodOf(signal: Signal, shortest: number, longest: number): number {
  const steps = Array.from({ length: Math.round((longest - shortest) * 100) }, (_, step) => shortest + step / 100)
  return steps.reduce((best, step) => (likeness(signal, step) > likeness(signal, best) ? step : best), shortest)
}

/** From the beginning of the QRS complex to where the T wave has fallen to a tenth. */
function qtOf({ signal, beats, rr }: Strip): number {
  const beat = beats[1]
  if (!beat) return Number.NaN
  const level = heightAt(signal, beat.onset - 0.015)
  const late = mean([...rr]) * 0.75
  const heights = Array.from({ length: Math.round((late - 0.2) * signal.sampleRate) }, (_, step) => {
    const at = beat.onset + 0.2 + step / signal.sampleRate
    return { at, height: heightAt(signal, at) - level }
  })
  const peak = heights.reduce((top, one) => (one.height > top.height ? one : top))
  const over = heights.find(({ at, height }) => at > peak.at && height < 0.15 * peak.height)
  return (over?.at ?? Number.NaN) - beat.onset
}

describe.each(ecgRhythms)('%s', (rhythm) => {
  const { rates, ruler = {}, check } = definitions[rhythm]
  test.each([null, ...rates])('shows what defines it at a rate of %s', (rate) => {
    for (const seed of SEEDS) check(measure(rhythm, rate, seed, ruler))
  })
})
