/**
 * The activation model of P. I. Pavlik and J. R. Anderson (Practice and forgetting effects on vocabulary memory,
 * Cognitive Science 29, 2005), which no scheduler here uses. Each practice leaves a trace that fades by a power of
 * time, and faster when it is laid down while much is still active.
 */

const DECAY_SCALE = 0.217
const DECAY_INTERCEPT = 0.177
const NOISE = 0.255
/** A day away from practice counts for less than a day of it (the paper's h). */
const DAY_SECONDS = 86_400 * 0.025
export const GUESSING = 0.25

export interface Traces {
  readonly days: number[]
  readonly decays: number[]
  /** The activation at which recall is even. */
  readonly threshold: number
}

export const newTraces = (threshold: number): Traces => ({ days: [], decays: [], threshold })

function activation({ days, decays }: Traces, day: number): number {
  let sum = 0
  for (let index = 0; index < days.length; index++) sum += (Math.max(day - (days[index] ?? 0), 1e-4) * DAY_SECONDS) ** -(decays[index] ?? 0)
  return Math.log(sum)
}

export const remembered = (traces: Traces, day: number): number =>
  traces.days.length === 0 ? 0 : 1 / (1 + Math.exp((traces.threshold - activation(traces, day)) / NOISE))

export const answeredRight = (traces: Traces, day: number): number => {
  const known = remembered(traces, day)
  return known + (1 - known) * GUESSING
}

/** The question is shown with its explanation, whatever was answered. */
export function practise(traces: Traces, day: number): void {
  const decay = traces.days.length === 0 ? DECAY_INTERCEPT : DECAY_SCALE * Math.exp(activation(traces, day)) + DECAY_INTERCEPT
  traces.days.push(day)
  traces.decays.push(decay)
}
