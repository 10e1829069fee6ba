/**
 * How simulated students remember: the activation model of P. I. Pavlik and J. R. Anderson (Practice and forgetting
 * effects on vocabulary memory, Cognitive Science 29, 2005), which is none of the models that schedule here. Each
 * practice leaves a trace that fades by a power of time; a trace that is laid down while much is still active fades
 * faster, which is what makes spacing worth while.
 */

/** As fitted in the paper. */
const DECAY_SCALE = 0.217
const DECAY_INTERCEPT = 0.177
const NOISE = 0.255
/** A day away from practice counts for less than a day of it (the paper's h). */
const DAY_SECONDS = 86_400 * 0.025
/** An item with four options is also found by chance. */
export const GUESSING = 0.25

/** What a student has practised of one question. */
export interface Traces {
  readonly days: number[]
  readonly decays: number[]
  /** Above which activation it is more likely remembered than not: of the student and the question. */
  readonly threshold: number
}

export const newTraces = (threshold: number): Traces => ({ days: [], decays: [], threshold })

function activation({ days, decays }: Traces, day: number): number {
  let sum = 0
  for (let index = 0; index < days.length; index++) sum += (Math.max(day - (days[index] ?? 0), 1e-4) * DAY_SECONDS) ** -(decays[index] ?? 0)
  return Math.log(sum)
}

/** How likely it is remembered, 0 to 1. */
export const remembered = (traces: Traces, day: number): number =>
  traces.days.length === 0 ? 0 : 1 / (1 + Math.exp((traces.threshold - activation(traces, day)) / NOISE))

/** How likely it is answered rightly, 0 to 1. */
export const answeredRight = (traces: Traces, day: number): number => {
  const known = remembered(traces, day)
  return known + (1 - known) * GUESSING
}

/** A question is seen with its explanation, whatever was answered. */
export function practise(traces: Traces, day: number): void {
  const decay = traces.days.length === 0 ? DECAY_INTERCEPT : DECAY_SCALE * Math.exp(activation(traces, day)) + DECAY_INTERCEPT
  traces.days.push(day)
  traces.decays.push(decay)
}
