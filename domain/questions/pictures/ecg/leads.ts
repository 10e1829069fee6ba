/** The other four follow from I and II. */
export const measuredLeads = ['I', 'II', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const
export type MeasuredLead = (typeof measuredLeads)[number]

export const leads = ['I', 'II', 'III', 'aVR', 'aVL', 'aVF', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const
export type Lead = (typeof leads)[number]

type OfMeasured<Value> = Readonly<Record<MeasuredLead, Value>>

/** By Einthoven's law and Goldberger's leads. */
export function twelveLeads(measured: OfMeasured<Float64Array>): Readonly<Record<Lead, Float64Array>> {
  const { I, II } = measured
  const derived = (fromI: number, fromII: number) => I.map((millivolts, index) => fromI * millivolts + fromII * (II[index] ?? 0))
  return { ...measured, III: derived(-1, 1), aVR: derived(-0.5, -0.5), aVL: derived(1, -0.5), aVF: derived(-0.5, 1) }
}
