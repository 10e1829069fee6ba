import type { CapnogramPattern } from './names.ts'
import type { PictureOf } from './picture.ts'
import { chanceOf, type Randomness } from './random.ts'

export type CapnogramParameters = Pick<PictureOf<'capnogram'>, 'pattern' | 'rate' | 'etco2' | 'seed'>

/** Course of carbon dioxide over one expiration, as a share of its end. */
export type Shape = 'plateau' | 'fin' | 'slope' | 'hump' | 'cleft'

export interface Breath {
  /** Start of the rise, in seconds. */
  readonly at: number
  /** Seconds. */
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
