import { roundP } from './p-waves.ts'
import { beatsAlone, type ComplexAt, withoutLost, withPBefore } from './schedules.ts'
import { sinusBetween } from './sinus.ts'
import { type AtrialWave, type Beat, blank, type Order, type Rhythms, type Spike, timesOver } from './sketch.ts'
import { ventricular } from './strip-complexes.ts'

/** Seconds from spike to contraction. */
const CAPTURE = 0.012

/** Paced from the right ventricular apex: wide, negative in lead II. */
const pacedBeat = ({ chance }: Order): ComplexAt => ventricular({ qrs: 0.16, height: -chance.between(1, 1.3) })

const regular = (waves: readonly AtrialWave[]): number => ((waves.at(-1)?.at ?? 0) - (waves[0]?.at ?? 0)) / Math.max(1, waves.length - 1)

export const spikesBefore = (beats: readonly { readonly at: number }[]): Spike[] => beats.map(({ at }) => ({ at: at - CAPTURE }))

/** Refractory period and minimal lead time, in seconds. */
const REFRACTORY = 0.38
const AHEAD = 0.12

export const pacedRhythms = {
  atrial_paced(order) {
    const sketch = sinusBetween(order, 70, 80)
    const rr = regular(sketch.atrial)
    const pr = (sketch.beats[0]?.at ?? 0) - (sketch.beats[0]?.p ?? 0)
    const atrial = sketch.atrial.map(({ form }, index) => ({ at: (sketch.atrial[0]?.at ?? 0) + index * rr, form }))
    return {
      ...sketch,
      atrial,
      beats: atrial.flatMap(({ at }, index) => sketch.beats.slice(index, index + 1).map((beat) => ({ ...beat, p: at, at: at + pr }))),
      spikes: spikesBefore(atrial),
    }
  },
  ventricular_paced(order) {
    const sketch = beatsAlone(order, 60 / order.rateBetween(68, 76), pacedBeat(order), 0)
    return { ...sketch, spikes: spikesBefore(sketch.beats) }
  },
  dual_chamber_paced(order) {
    const delay = order.chance.between(0.15, 0.18)
    const sketch = withPBefore(beatsAlone(order, 60 / order.rateBetween(66, 80), pacedBeat(order), 0), delay, roundP(0.13))
    const spikes = [...spikesBefore(sketch.atrial), ...spikesBefore(sketch.beats)].sort((one, other) => one.at - other.at)
    return { ...sketch, spikes }
  },
  /** Two consecutive spikes of every five fail. */
  failure_to_capture(order) {
    const { chance } = order
    const interval = 60 / order.rateBetween(68, 76)
    const complex = pacedBeat(order)
    const place = Math.floor(chance.between(0, 5))
    const spikes = timesOver(order, () => interval).map((at) => ({ at }))
    const beats = spikes.flatMap(({ at }, index) => ((index + place) % 5 < 3 ? [{ at: at + CAPTURE, complex: complex(interval) }] : []))
    return { ...blank(order), spikes, beats }
  },
  failure_to_sense(order) {
    const sinus = sinusBetween(order, 74, 84)
    const rr = Math.max(0.3, regular(sinus.atrial))
    const interval = rr * order.chance.between(1.16, 1.22)
    const spikes = timesOver(order, () => interval).map((at) => ({ at }))
    const complex = pacedBeat(order)
    const captured: Beat[] = []
    const lost = new Set<number>()
    for (const { at } of spikes) {
      const before = [...sinus.beats.filter((_, index) => !lost.has(index)), ...captured]
        .map((beat) => beat.at)
        .filter((time) => time <= at)
      const next = sinus.beats.findIndex((beat, index) => beat.at > at && !lost.has(index))
      const nextBeat = sinus.beats[next]
      if (at - Math.max(...before, -9) < REFRACTORY || (nextBeat && nextBeat.at - at < AHEAD)) continue
      captured.push({ at: at + CAPTURE, complex: complex(0.8), unlike: 'right after a spike, without a P wave' })
      if (next >= 0 && nextBeat && nextBeat.at - at < 0.45) lost.add(next)
    }
    return { ...withoutLost(sinus, lost, captured), spikes }
  },
} satisfies Rhythms
