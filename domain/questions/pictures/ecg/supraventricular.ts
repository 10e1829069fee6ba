import { biphasicP, invertedP, notchedP, peakedP, roundP } from './p-waves.ts'
import { beatsAlone, fibrillatoryWaves, flutter, irregularTimes, withPBefore } from './schedules.ts'
import { type AtrialWave, type Beat, blank, type Order, type PForm, type Rhythms, type Sketch, timesOver } from './sketch.ts'
import { conducted, preExcited } from './strip-complexes.ts'

function wandering(order: Order, rr: number, times: readonly number[]): Sketch {
  const { chance } = order
  const forms: readonly (readonly [PForm, number])[] = [
    [roundP(0.14), 0.16],
    [peakedP(0.26), 0.135],
    [invertedP(0.13), 0.12],
    [notchedP(0.11), 0.18],
    [biphasicP(0.13), 0.145],
  ]
  const complex = conducted(order, { qtc: 0.36, shape: { t: 0.2 } })
  const start = Math.floor(chance.between(0, 5))
  const beats: Beat[] = []
  const atrial: AtrialWave[] = []
  for (const [index, at] of times.entries()) {
    // Skips forms from time to time, so that they come in no fixed order.
    const [form, pr] = forms[(start + index * 2 + (index % 3)) % forms.length] ?? [roundP(0.14), 0.16]
    atrial.push({ at: at - pr, form })
    beats.push({ at, p: at - pr, complex: complex(Math.min(rr, 0.62 * rr + 0.12)) })
  }
  return { ...blank(order), atrial, beats }
}

/** Inverted P waves just before the complex, or none. */
function junctional(order: Order, rr: number): Sketch {
  const sketch = beatsAlone(order, rr, conducted(order))
  if (order.chance.between(0, 1) < 0.5) return sketch
  return withPBefore(sketch, order.chance.between(0.085, 0.1), invertedP(0.13))
}

export const supraventricularRhythms = {
  wandering_atrial_pacemaker(order) {
    const rr = 60 / order.rateBetween(66, 90)
    const times = timesOver(order, () => order.chance.about(rr, 0.11))
    return wandering(order, rr, times)
  },
  atrial_tachycardia(order) {
    const rr = 60 / order.rateBetween(152, 178)
    const pr = order.chance.between(0.115, 0.125)
    const sketch = beatsAlone(order, rr, conducted(order, { qtc: 0.35 }))
    return withPBefore(sketch, pr, order.chance.oneOf([peakedP(0.22), invertedP(0.18)]))
  },
  multifocal_atrial_tachycardia(order) {
    const rr = 60 / order.rateBetween(104, 128)
    return wandering(order, rr, irregularTimes(order, rr))
  },
  atrial_fibrillation(order) {
    const rr = 60 / order.rateBetween(80, 150)
    const complex = conducted(order)
    return {
      ...blank(order),
      beats: irregularTimes(order, rr).map((at) => ({ at, complex: complex(rr * 0.75) })),
      grounds: [fibrillatoryWaves(order, order.chance.between(0.05, 0.08), { II: 1 })],
      remarks: ['The baseline between them is wavy without any pattern.'],
    }
  },
  atrial_flutter(order) {
    const rate = order.rateBetween(0, 0) || order.chance.oneOf([75, 100, 150])
    return flutter(order, { rate, height: 0.3, leads: { II: 1 }, complex: conducted(order, { shape: { t: 0.06 } }) })
  },
  supraventricular_tachycardia: (order) =>
    beatsAlone(order, 60 / order.rateBetween(172, 208), conducted(order, { qtc: 0.38, shape: { st: [-0.1, -0.06], t: 0.2 } })),
  junctional_escape: (order) => junctional(order, 60 / order.rateBetween(42, 56)),
  accelerated_junctional: (order) => junctional(order, 60 / order.rateBetween(66, 92)),
  junctional_tachycardia: (order) => junctional(order, 60 / order.rateBetween(108, 136)),
  /** Accessory pathway: fast, irregular, wide, variable. */
  pre_excited_atrial_fibrillation(order) {
    const { chance } = order
    const rr = 60 / order.rateBetween(190, 220)
    const height = chance.about(1.1, 0.1)
    return {
      ...blank(order),
      beats: irregularTimes(order, rr).map((at) => ({
        at,
        complex: preExcited(chance.between(0.13, 0.165), height)(rr),
        scale: chance.between(0.75, 1.15),
      })),
      grounds: [fibrillatoryWaves(order, 0.03, { II: 1 })],
      remarks: ['The QRS complexes begin with a slurred upstroke and differ in width and height from beat to beat.'],
    }
  },
} satisfies Rhythms
