import type { Randomness } from '../../../core/seeded-numbers.ts'
import type { EcgPattern } from '../../content/picture-names.ts'
import { type LeadShape, qrs, type Shapes, type TForm } from './complexes.ts'
import { type MeasuredLead, measuredLeads } from './leads.ts'
import type { ComplexAt } from './schedules.ts'
import type { Order, PForm, Sketch } from './sketch.ts'

export interface Pattern {
  /** Beats/min. */
  readonly rate: readonly [low: number, high: number]
  readonly shapes: Record<MeasuredLead, LeadShape>
  /** Seconds. */
  readonly qrs?: number
  readonly qtc?: number
  readonly pr?: number
  readonly tForm?: TForm
  readonly p?: PForm
  readonly unrest?: number
  /** Sentences for the description that measurements do not give. */
  readonly remarks?: readonly string[]
  /** Only if it is not a sinus rhythm. */
  readonly rhythm?: (order: Order, rr: number, complex: ComplexAt) => Sketch
}

export type Patterns = Readonly<Partial<Record<EcgPattern, (chance: Randomness) => Pattern>>>

/** Resting adult. III, aVR, aVL and aVF follow from I and II. */
export const normalShapes: Record<MeasuredLead, LeadShape> = {
  I: { lobes: qrs(0.05, 0.7, 0.12), t: 0.22 },
  II: { lobes: qrs(0.06, 1.05, 0.15), t: 0.3 },
  V1: { lobes: qrs(0, 0.2, 0.85), t: -0.05 },
  V2: { lobes: qrs(0, 0.42, 1.3), st: [0.03, 0.06], t: 0.36 },
  V3: { lobes: qrs(0, 0.75, 0.85), st: [0.03, 0.05], t: 0.42 },
  V4: { lobes: qrs(0.03, 1.25, 0.45), st: [0.01, 0.03], t: 0.4 },
  V5: { lobes: qrs(0.06, 1.25, 0.22), t: 0.34 },
  V6: { lobes: qrs(0.07, 1, 0.1), t: 0.26 },
}

export function changed(
  shapes: Record<MeasuredLead, LeadShape>,
  changes: Readonly<Partial<Record<MeasuredLead, Partial<LeadShape>>>>,
): Record<MeasuredLead, LeadShape> {
  return Object.fromEntries(measuredLeads.map((lead) => [lead, { ...shapes[lead], ...changes[lead] }])) as Record<MeasuredLead, LeadShape>
}

/** Varies QRS heights slightly; defining features stay. */
export function inAnotherChest(shapes: Record<MeasuredLead, LeadShape>, chance: Randomness): Shapes {
  const tallness = chance.between(0.93, 1.07)
  const scaled = (shape: LeadShape): LeadShape => {
    const height = tallness * chance.between(0.97, 1.03)
    return { ...shape, lobes: shape.lobes.map(([at, width, millivolts]) => [at, width, millivolts * height]) }
  }
  return Object.fromEntries(measuredLeads.map((lead) => [lead, scaled(shapes[lead])]))
}
