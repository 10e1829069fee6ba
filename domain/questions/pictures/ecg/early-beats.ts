import { qtAt } from './complexes.ts'
import { invertedP, peakedP, roundP } from './p-waves.ts'
import { type ComplexAt, withoutLost } from './schedules.ts'
import { sinusBetween } from './sinus.ts'
import { type Beat, blank, type Order, type PForm, type Rhythms, type Sketch, timesOver } from './sketch.ts'
import { conducted, type Ventricular, ventricular } from './strip-complexes.ts'

interface Run {
  /** Seconds. */
  readonly intervals: readonly number[]
  readonly complexes: readonly ComplexAt[]
  readonly words?: string
}

function brokenInto(order: Order, sinus: Sketch, every: number, runAt: (count: number) => Run): Sketch {
  const after = order.chance.between(0.5, 1.3)
  const firstShown = sinus.beats.findIndex(({ at }) => at > after)
  const early: Beat[] = []
  const lost = new Set<number>()
  for (let index = firstShown % every, count = 0; index < sinus.beats.length; index += every, count++) {
    const { intervals, complexes, words = 'early' } = runAt(count)
    let at = sinus.beats[index]?.at ?? 0
    const first = at + (intervals[0] ?? 0)
    for (const [place, interval] of intervals.entries()) {
      at += interval
      const complex = complexes[place % complexes.length] as ComplexAt
      early.push({ at, complex: complex(interval), unlike: `${words}, without a P wave` })
    }
    // The sinus node goes on, but its next beat and those during the run are blocked.
    for (const [place, { p = 0 }] of sinus.beats.entries()) {
      if (place === index + 1 || (place > index && p > first - 0.12 && p < at + 0.33)) lost.add(place)
    }
  }
  return withoutLost(sinus, lost, early)
}

const coupling = (rr: number) => Math.max(0.56 * rr, qtAt(rr) + 0.04)

const forms = {
  upright: { qrs: 0.15, height: 1.5 },
  down: { qrs: 0.16, height: -1.25 },
  broad: { qrs: 0.18, height: 0.95, first: true },
} as const satisfies Record<string, Ventricular>

const oneForm = ({ chance }: Order) =>
  ventricular(chance.oneOf<Ventricular>([forms.upright, forms.down, { qrs: 0.16, height: 1.3, first: true }]))

function singles(order: Order, low: number, high: number, every: number, complexes?: readonly ComplexAt[]): Sketch {
  const shown = complexes ?? [oneForm(order)]
  return withRuns(order, low, high, every, (rr, count) => ({
    intervals: [order.chance.about(coupling(rr), 0.02)],
    complexes: [shown[count % shown.length] as ComplexAt],
  }))
}

function withRuns(order: Order, low: number, high: number, every: number, runAt: (rr: number, count: number) => Run): Sketch {
  const rate = order.rateBetween(low, high)
  const sinus = sinusBetween({ ...order, rateBetween: () => rate }, low, high)
  return brokenInto(order, sinus, every, (count) => runAt(60 / rate, count))
}

/** Every fourth beat is early; the sinus node resets. */
function earlyWithP(order: Order, form: PForm, earlyPr: number, words: string): Sketch {
  const { chance } = order
  const rr = 60 / order.rateBetween(64, 84)
  const pr = chance.between(0.14, 0.17)
  const place = Math.floor(chance.between(0, 4))
  const isEarly = (index: number) => index % 4 === place
  const times = timesOver(order, (index) =>
    isEarly(index) ? coupling(rr) + 0.02 : isEarly(index - 1) ? rr * 1.12 : chance.about(rr, 0.015),
  )
  const complex = conducted(order)
  const beats = times.map((at, index) => ({ index, at, pr: isEarly(index) ? earlyPr : pr }))
  return {
    ...blank(order),
    atrial: beats.map((beat) => ({ at: beat.at - beat.pr, form: isEarly(beat.index) ? form : roundP(0.14) })),
    beats: beats.map(({ index, at, pr }) => ({ at, p: at - pr, complex: complex(rr), ...(isEarly(index) && { unlike: words }) })),
  }
}

export const earlyBeats = {
  premature_atrial_complexes: (order) => earlyWithP(order, peakedP(0.24), 0.13, 'early, after a pointed P wave unlike the others'),
  premature_junctional_complexes: (order) => earlyWithP(order, invertedP(0.15), 0.09, 'early, after an inverted P wave close before it'),
  premature_ventricular_complexes: (order) => singles(order, 66, 88, 4),
  multifocal_premature_ventricular_complexes: (order) =>
    singles(order, 72, 88, 3, [ventricular(forms.upright), ventricular(forms.down), ventricular(forms.broad)]),
  ventricular_bigeminy: (order) => singles(order, 66, 84, 2),
  ventricular_trigeminy: (order) => singles(order, 66, 84, 3),
  ventricular_couplets(order) {
    const complex = oneForm(order)
    return withRuns(order, 70, 86, 5, (rr) => ({ intervals: [coupling(rr), order.chance.between(0.4, 0.44)], complexes: [complex] }))
  },
  r_on_t(order) {
    const complex = oneForm(order)
    return withRuns(order, 66, 84, 4, (rr) => ({
      intervals: [qtAt(rr) - 0.075],
      complexes: [complex],
      words: 'early, on the T wave of the beat before it',
    }))
  },
  nonsustained_ventricular_tachycardia(order) {
    const complex = oneForm(order)
    const interval = 60 / order.chance.between(155, 180)
    return withRuns(order, 76, 90, 8, (rr) => ({
      intervals: [
        coupling(rr),
        ...Array.from({ length: Math.floor(order.chance.between(3, 6)) }, () => order.chance.about(interval, 0.02)),
      ],
      complexes: [complex],
    }))
  },
} satisfies Rhythms
