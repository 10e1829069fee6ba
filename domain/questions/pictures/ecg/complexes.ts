import type { MeasuredLead } from './leads.ts'
import { hump, type Wave } from './waves.ts'

/** A part of a QRS complex: where its peak lies and how broad it is, in parts of the complex; and millivolts. */
export type Lobe = readonly [peak: number, width: number, height: number]

/** What a lead shows of a beat. Heights in millivolts. */
export interface LeadShape {
  readonly lobes: readonly Lobe[]
  /** The level of the ST segment where it begins and where the T wave begins. */
  readonly st?: readonly [start: number, end: number]
  readonly t?: number
  /** A second part of the T wave, after the first. */
  readonly t2?: number
  readonly u?: number
  /** A hump on the end of the QRS complex. */
  readonly j?: number
  /** How far the ST segment sags between its beginning and the T wave. */
  readonly sag?: number
}

export type Shapes = Readonly<Partial<Record<MeasuredLead, LeadShape>>>

/** A QRS complex with its ST segment and T wave, in the leads that are drawn. Times in seconds. */
export interface Complex {
  readonly qrs: number
  readonly qt: number
  readonly waves: Readonly<Partial<Record<MeasuredLead, readonly Wave[]>>>
}

/** How a T wave rises and falls, in standard deviations of seconds at a QT interval of 0.38 s. */
export type TForm = 'usual' | 'narrow' | 'broad'
const tForms: Record<TForm, readonly [rise: number, fall: number]> = {
  usual: [0.055, 0.036],
  narrow: [0.03, 0.026],
  broad: [0.08, 0.05],
}

export interface Timing {
  readonly qrs: number
  readonly qt: number
  readonly tForm?: TForm
}

export function complexOf(shapes: Shapes, timing: Timing): Complex {
  const waves: Partial<Record<MeasuredLead, readonly Wave[]>> = {}
  for (const [lead, shape] of Object.entries(shapes)) waves[lead as MeasuredLead] = wavesOf(shape, timing)
  return { qrs: timing.qrs, qt: timing.qt, waves }
}

/** Past so many standard deviations a T wave has ended. */
const T_END = 2.2
/** A short QT interval has a narrow T wave. */
const QT_OF_FORMS = 0.38

function wavesOf({ lobes, st, t = 0, t2 = 0, u = 0, j = 0, sag = 0 }: LeadShape, { qrs, qt, tForm = 'usual' }: Timing): Wave[] {
  const stretch = Math.min(1.35, (qt / QT_OF_FORMS) ** 1.15)
  const [rise, fall] = tForms[tForm].map((width) => width * stretch) as [number, number]
  const secondT = t2 === 0 ? 0 : 2.3 * fall
  const peak = qt - T_END * fall - secondT
  const waves: Wave[] = lobes.map(([at, width, height]) => hump(at * qrs, width * qrs, height))
  if (st) {
    const to = Math.max(qrs + 0.03, peak - 0.2 * rise)
    waves.push({ from: 0.86 * qrs, to, startHeight: st[0], endHeight: st[1], rise: 0.012, fall: 0.6 * rise })
  }
  if (t !== 0) waves.push(hump(peak, rise, t, t2 === 0 ? fall : fall * 0.8))
  if (t2 !== 0) waves.push(hump(peak + secondT, fall * 0.9, t2))
  if (u !== 0) waves.push(hump(qt + 0.05, 0.032, u))
  if (j !== 0) waves.push(hump(qrs - 0.002, 0.016, j, 0.02))
  if (sag !== 0) waves.push(hump(qrs + 0.42 * (peak - qrs), 0.2 * (peak - qrs) + 0.015, -sag))
  return waves
}

/** A narrow complex. Heights in millivolts: `q` and `s` downwards, `r` upwards, all given as positive figures. */
export function qrs(q: number, r: number, s: number): readonly Lobe[] {
  const lobes: Lobe[] = []
  if (q > 0) lobes.push([q > r ? 0.38 : 0.17, q > r ? 0.14 : 0.075, -q])
  if (s > 1.5 * r) lobes.push([0.28, 0.085, r], [0.58, 0.125, -s])
  else lobes.push([0.45, 0.115, r], [0.74, 0.085, -s])
  return lobes
}

/** A broad complex, upright or (negative) inverted, with a notch or slur on its way. */
export const broad = (height: number): readonly Lobe[] => [
  [0.32, 0.14, 0.72 * height],
  [0.62, 0.15, 0.85 * height],
]

/** A broad complex that begins with a small wave against its main direction. */
export const broadAfter = (first: number, height: number): readonly Lobe[] => [
  [0.14, 0.065, first],
  [0.5, 0.145, 0.85 * height],
  [0.72, 0.12, 0.4 * height],
]

/** The QT interval that is usual at an R-R interval: Bazett's, held short enough to end before the next beat. */
export const qtAt = (rr: number, corrected = 0.4): number => Math.min(corrected * Math.sqrt(rr), Math.max(0.2, rr - 0.07))
