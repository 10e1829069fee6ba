import { qrs } from './complexes.ts'
import { roundP } from './p-waves.ts'
import { sinusRhythm } from './schedules.ts'
import { blank, type Order, type Rhythms, type Sketch, timesOver } from './sketch.ts'
import { type Conducted, conducted } from './strip-complexes.ts'

export function sinusBetween(order: Order, low: number, high: number, complex: Conducted = {}, pr?: number): Sketch {
  const rr = 60 / order.rateBetween(low, high)
  return sinusRhythm(order, {
    rr,
    pr: pr ?? usualPr(order, rr),
    p: roundP(order.chance.about(0.14, 0.15)),
    complex: conducted(order, complex),
  })
}

export const usualPr = ({ chance }: Order, rr: number): number => (rr < 0.5 ? chance.between(0.12, 0.135) : chance.between(0.14, 0.18))

/** Seconds. */
const PAUSES_APART = 7.5

export const sinusRhythms = {
  normal_sinus: (order) => sinusBetween(order, 62, 92),
  sinus_bradycardia: (order) => sinusBetween(order, 40, 54),
  sinus_tachycardia: (order) => sinusBetween(order, 108, 138),
  /** Respiratory variation over about four seconds. */
  sinus_arrhythmia(order) {
    const rr = 60 / order.rateBetween(62, 80)
    const beatsInBreath = Math.max(3, Math.round(4 / rr))
    const atrial = timesOver(order, (index) => rr * (1 + 0.2 * Math.sin((2 * Math.PI * index) / beatsInBreath))).map((at) => ({
      at,
      form: roundP(0.14),
    }))
    const complex = conducted(order)
    const pr = usualPr(order, rr)
    return {
      ...blank(order),
      atrial,
      beats: atrial.map(({ at }) => ({ at: at + pr, p: at, complex: complex(rr) })),
      remarks: ['The R-R interval shortens and lengthens gradually, again and again.'],
    }
  },
  /** The pause is not a multiple of the sinus interval. */
  sinus_arrest(order) {
    const { chance } = order
    const rr = 60 / order.rateBetween(60, 76)
    const pause = (Math.ceil(2.05 / rr - 0.4) + chance.between(0.4, 0.62)) * rr
    const moment = chance.between(0.6, 1.9)
    const sinceMoment = (at: number) => (((at - moment) % PAUSES_APART) + PAUSES_APART) % PAUSES_APART
    const atrial = timesOver(order, (_, at) => (sinceMoment(at) < rr ? pause : rr)).map((at) => ({ at, form: roundP(0.14) }))
    const complex = conducted(order)
    const pr = usualPr(order, rr)
    return { ...blank(order), atrial, beats: atrial.map(({ at }) => ({ at: at + pr, p: at, complex: complex(rr) })) }
  },
  first_degree_block: (order) => sinusBetween(order, 58, 82, {}, order.chance.between(0.25, 0.32)),
  /** Long even for the slow rate: the T wave ends past the middle of the R-R interval. */
  long_qt: (order) => sinusBetween(order, 58, 74, { qtc: order.chance.between(0.54, 0.6), tForm: 'broad' }),
  peaked_t_waves(order) {
    const t = order.chance.between(1, 1.3)
    const sketch = sinusBetween(order, 62, 88, { qrs: 0.1, tForm: 'narrow', shape: { t, st: [0, 0.04] } }, order.chance.between(0.18, 0.2))
    return {
      ...sketch,
      atrial: sketch.atrial.map(({ at }) => ({ at, form: roundP(0.08) })),
      remarks: ['The T waves are narrow, symmetrical and pointed.'],
    }
  },
  osborn_waves(order) {
    const sketch = sinusBetween(
      order,
      38,
      50,
      { qtc: 0.48, shape: { lobes: qrs(0.03, 1.1, 0), j: order.chance.between(0.4, 0.55), t: 0.2 } },
      order.chance.between(0.2, 0.24),
    )
    return {
      ...sketch,
      unrest: 0.025,
      remarks: ['A rounded upright hump sits on the end of each QRS complex. A fine trembling runs through the baseline.'],
    }
  },
} satisfies Rhythms
