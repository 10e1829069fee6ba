import type { MeasuredLead } from './leads.ts'
import { hump, type Wave } from './waves.ts'

/** Position and width in parts of the complex; height in millivolts. */
export type Lobe = readonly [peak: number, width: number, height: number]

/** Millivolts. */
export interface LeadShape {
  readonly lobes: readonly Lobe[]
  /** Level of the ST segment at its start and at the start of the T wave. */
  readonly st?: readonly [start: number, end: number]
  readonly t?: number
  readonly t2?: number
  readonly u?: number
  /** J wave. */
  readonly j?: number
  /** How far the ST segment sags in between. */
  readonly sag?: number
}

export type Shapes = Readonly<Partial<Record<MeasuredLead, LeadShape>>>

/** Times in seconds. */
export interface Complex {
  readonly qrs: number
  readonly qt: number
  readonly waves: Readonly<Partial<Record<MeasuredLead, readonly Wave[]>>>
}

/** Standard deviations in seconds at a QT interval of 0.38 s. */
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

/** A T wave ends after this many standard deviations. */
const T_END = 2.2
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

/** Millivolts, all positive; `q` and `s` point down. */
export function qrs(q: number, r: number, s: number): readonly Lobe[] {
  const lobes: Lobe[] = []
  if (q > 0) lobes.push([q > r ? 0.38 : 0.17, q > r ? 0.14 : 0.075, -q])
  if (s > 1.5 * r) lobes.push([0.28, 0.085, r], [0.58, 0.125, -s])
  else lobes.push([0.45, 0.115, r], [0.74, 0.085, -s])
  return lobes
}

export const broad = (height: number): readonly Lobe[] => [
  [0.32, 0.14, 0.72 * height],
  [0.62, 0.15, 0.85 * height],
]

export const broadAfter = (first: number, height: number): readonly Lobe[] => [
  [0.14, 0.065, first],
  [0.5, 0.145, 0.85 * height],
  [0.72, 0.12, 0.4 * height],
]

/** Bazett's formula, limited to end before the next beat. */
export const qtAt = (rr: number, corrected = 0.4): number => Math.min(corrected * Math.sqrt(rr), Math.max(0.2, rr - 0.07))
