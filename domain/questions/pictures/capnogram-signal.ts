import { chanceOf, type Randomness } from '../../core/seeded-numbers.ts'
import type { PictureOf } from '../content/picture.ts'
import type { CapnogramPattern } from '../content/picture-names.ts'

export type CapnogramParameters = Pick<PictureOf<'capnogram'>, 'pattern' | 'rate' | 'etco2' | 'seed'>

/** Course of carbon dioxide over one expiration, as a share of its end. */
export type Shape = 'plateau' | 'fin' | 'slope' | 'hump' | 'cleft'

export interface Breath {
  /** Start of the rise, in seconds. */
  readonly at: number
  readonly seconds: number
  /** mm Hg. */
  readonly base: number
  /** mm Hg. */
  readonly peak: number
  readonly shape: Shape
  /** Movement by chest compressions, mm Hg. */
  readonly ripple: number
}

export const CAPNOGRAM_SECONDS = 30
const LONGEST_INSPIRATION = 2.2
/** Smaller humps are invisible. */
const LEAST_HUMP = 0.6
const LAST_BREATH = 0.86

interface Usual {
  /** Breaths/min. */
  readonly rate: number
  /** mm Hg of the last breath, or of the first if they fade to none. */
  readonly etco2: number
  readonly shape: Shape
  /** Change over the strip: shares of the level, and mm Hg of the inspired level. */
  readonly course?: (share: number, count: number) => Partial<{ height: number; base: number; ripple: number }>
}

const patterns: Readonly<Record<CapnogramPattern, Usual>> = {
  normal: { rate: 14, etco2: 38, shape: 'plateau' },
  bronchospasm: { rate: 22, etco2: 48, shape: 'fin' },
  esophageal: { rate: 12, etco2: 11, shape: 'hump', course: (_, count) => ({ height: 0.45 ** count }) },
  rebreathing: { rate: 16, etco2: 50, shape: 'plateau', course: (share) => ({ base: 5 + 9 * share, height: 0.88 + 0.12 * share }) },
  return_of_circulation: {
    rate: 12,
    etco2: 46,
    shape: 'plateau',
    course: (share) => (share < 0.5 ? { height: 0.3, ripple: 0.8 } : { height: share < 0.7 ? 0.9 : 1 }),
  },
  leak: { rate: 14, etco2: 34, shape: 'slope' },
  hypoventilation: { rate: 6, etco2: 64, shape: 'plateau' },
  hyperventilation: { rate: 30, etco2: 22, shape: 'plateau' },
  apnea: { rate: 1, etco2: 0, shape: 'plateau' },
  curare_cleft: { rate: 12, etco2: 42, shape: 'cleft' },
  compressions: { rate: 10, etco2: 13, shape: 'plateau', course: () => ({ ripple: 0.9 }) },
  falling_perfusion: {
    rate: 12,
    etco2: 13,
    shape: 'plateau',
    course: (share) => ({ height: 1 + 2 * Math.max(0, LAST_BREATH - share) }),
  },
}

const shapeVaries = 0.015
const pauseVaries = 0.03

export function breathsOf({ pattern, rate, etco2, seed }: CapnogramParameters, seconds = CAPNOGRAM_SECONDS): Breath[] {
  if (pattern === 'apnea') return []
  const usual = patterns[pattern]
  const chance = chanceOf(`capnogram ${seed}`)
  const period = 60 / (rate ?? usual.rate)
  const breaths: Breath[] = []
  for (let at = firstBreath(chance, period); at < seconds; at += chance.about(period, pauseVaries)) {
    const { height = 1, base = 0, ripple = 0 } = usual.course?.(at / seconds, breaths.length) ?? {}
    const peak = chance.about((etco2 ?? usual.etco2) * height, shapeVaries)
    if (peak < LEAST_HUMP) break
    breaths.push({ at, seconds: period - inspiration(period), base: Math.min(base, peak / 2), peak, shape: usual.shape, ripple })
  }
  return breaths
}

const inspiration = (period: number): number => Math.min(LONGEST_INSPIRATION, 0.4 * period)

const firstBreath = (chance: Randomness, period: number): number => chance.between(0.15, 0.3) * Math.min(period, 4)

/** Samples/s. */
const SAMPLE_RATE = 40
const RISE_SECONDS = 0.22
const FALL_SECONDS = 0.2
const RIPPLES_PER_MINUTE = 110
/** Sensor noise, mm Hg. */
const NOISE = 0.12

/** Height after `passed` of `seconds`, as a share of the peak. */
const shapes: Readonly<Record<Shape, (passed: number, seconds: number) => number>> = {
  plateau: (passed, seconds) => plateau(passed, seconds),
  // Uneven emptying of the lungs: no plateau, the line rises until the next breath.
  fin: (passed, seconds) => (1 - Math.exp(-1.8 * (passed / seconds))) / (1 - Math.exp(-1.8)),
  // Gas leaks beside the sensor: the plateau breaks off early.
  slope: (passed, seconds) => {
    const share = passed / seconds
    return Math.min(plateau(passed, seconds), 1 - 0.75 * easeOf((share - 0.3) / 0.7))
  },
  hump: (passed, seconds) => Math.sin(Math.PI * (passed / seconds)) ** 1.3,
  cleft: (passed, seconds) => plateau(passed, seconds) - 0.42 * Math.exp(-0.5 * ((passed / seconds - 0.74) / 0.055) ** 2),
}

const plateau = (passed: number, seconds: number): number =>
  passed < RISE_SECONDS
    ? 0.93 * easeOf(passed / RISE_SECONDS)
    : 0.93 + (0.07 * (passed - RISE_SECONDS)) / Math.max(0.1, seconds - RISE_SECONDS)

const easeOf = (share: number): number => {
  const within = Math.min(1, Math.max(0, share))
  return within * within * (3 - 2 * within)
}

export function capnogramSignal(parameters: CapnogramParameters, seconds = CAPNOGRAM_SECONDS) {
  const breaths = breathsOf(parameters, seconds)
  const chance = chanceOf(`sensor ${parameters.seed}`)
  const phase = chance.between(0, 1)
  let next = 0
  return {
    sampleRate: SAMPLE_RATE,
    millimetersOfMercury: Array.from({ length: seconds * SAMPLE_RATE + 1 }, (_, index) => {
      const time = index / SAMPLE_RATE
      while ((breaths[next]?.at ?? Number.POSITIVE_INFINITY) <= time) next += 1
      const level = levelAt(time, breaths[next - 1], breaths[next], phase)
      return Math.max(0, level + chance.between(-NOISE, NOISE))
    }),
  }
}

function levelAt(time: number, breath: Breath | undefined, following: Breath | undefined, phase: number): number {
  if (!breath) return following?.base ?? 0
  const { at, seconds, base, peak, shape, ripple } = breath
  const passed = time - at
  const heightAt = (moment: number) => shapes[shape](moment, seconds)
  const bottom = passed < seconds ? base : (following?.base ?? base)
  const height = passed < seconds ? heightAt(passed) : heightAt(seconds) * (1 - easeOf((passed - seconds) / FALL_SECONDS))
  const pressed = ripple * height * Math.sin(2 * Math.PI * ((time * RIPPLES_PER_MINUTE) / 60 + phase))
  return bottom + (peak - bottom) * height + pressed
}
