import { type Breath, breathsOf, CAPNOGRAM_SECONDS, type CapnogramParameters, type Shape } from './capnogram-breaths.ts'
import { chanceOf } from './random.ts'

export interface CapnogramSignal {
  /** Samples/s. */
  readonly sampleRate: number
  readonly millimetersOfMercury: readonly number[]
}

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

export function capnogramSignal(parameters: CapnogramParameters, seconds = CAPNOGRAM_SECONDS): CapnogramSignal {
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
