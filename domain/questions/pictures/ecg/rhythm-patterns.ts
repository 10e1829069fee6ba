import { broad, broadAfter, qrs } from './complexes.ts'
import { leftBundleBranchShapes } from './conduction.ts'
import { measuredLeads } from './leads.ts'
import { roundP, scaled } from './p-waves.ts'
import { spikesBefore } from './paced.ts'
import { changed, normalShapes, type Patterns } from './pattern.ts'
import { beatsAlone, dissociated, fibrillatoryWaves, flutter, irregularTimes, sinusRhythm, ventricularTachycardia } from './schedules.ts'
import { blank } from './sketch.ts'

/** Relative to lead II. */
const fibrillating = { I: 0.4, II: 0.8, V1: 1.3, V2: 0.8, V3: 0.5, V4: 0.4, V5: 0.4, V6: 0.4 }
const fluttering = { I: 0.08, II: 1, V1: -0.6, V2: -0.3, V3: 0.1, V4: 0.2, V5: 0.3, V6: 0.3 }

export const rhythmPatterns = {
  /** Every other beat is lower, in all leads. */
  electrical_alternans: () => ({
    rate: [104, 120],
    shapes: changed(normalShapes, {
      I: { lobes: qrs(0.03, 0.4, 0.08), t: 0.12 },
      II: { lobes: qrs(0.04, 0.68, 0.1), t: 0.16 },
      V1: { lobes: qrs(0, 0.15, 0.55) },
      V2: { lobes: qrs(0, 0.3, 0.8), t: 0.2 },
      V3: { lobes: qrs(0, 0.5, 0.6), t: 0.22 },
      V4: { lobes: qrs(0, 0.8, 0.3), t: 0.22 },
      V5: { lobes: qrs(0.04, 0.8, 0.15), t: 0.18 },
      V6: { lobes: qrs(0.04, 0.65, 0.08), t: 0.15 },
    }),
    rhythm: (order, rr, complex) => {
      const sketch = sinusRhythm(order, { rr, pr: 0.13, p: roundP(0.11), complex })
      return {
        ...sketch,
        beats: sketch.beats.map((beat, index) => ({ ...beat, scale: index % 2 === 0 ? 1.05 : 0.5 })),
        remarks: ['The height of the QRS complexes changes from beat to beat in all leads: a taller and a lower one take turns.'],
      }
    },
  }),
  ventricular_paced: () => ({
    rate: [68, 76],
    qrs: 0.16,
    qtc: 0.46,
    shapes: {
      I: { lobes: broad(0.6), st: [-0.04, -0.06], t: -0.15 },
      II: { lobes: broad(-0.75), st: [0.1, 0.16], t: 0.25 },
      V1: { lobes: broad(-0.95), st: [0.14, 0.2], t: 0.3 },
      V2: { lobes: broad(-1.35), st: [0.2, 0.28], t: 0.42 },
      V3: { lobes: broad(-1.35), st: [0.2, 0.28], t: 0.42 },
      V4: { lobes: broad(-1.1), st: [0.16, 0.22], t: 0.34 },
      V5: { lobes: broadAfter(0.2, -0.8), st: [0.1, 0.15], t: 0.25 },
      V6: { lobes: broadAfter(0.25, -0.5), st: [0.05, 0.08], t: 0.15 },
    },
    rhythm: (order, rr, complex) => {
      const sketch = beatsAlone(order, rr, complex, 0)
      return { ...sketch, spikes: spikesBefore(sketch.beats) }
    },
  }),
  ventricular_tachycardia: () => ({
    rate: [150, 172],
    qrs: 0.16,
    qtc: 0.54,
    tForm: 'broad',
    shapes: {
      I: { lobes: broad(-0.7), st: [0.06, 0.1], t: 0.15 },
      II: { lobes: broad(-0.85), st: [0.1, 0.15], t: 0.25 },
      V1: { lobes: broad(1), st: [-0.1, -0.15], t: -0.28 },
      V2: { lobes: broad(1.2), st: [-0.12, -0.18], t: -0.32 },
      V3: { lobes: broad(0.8), st: [-0.08, -0.12], t: -0.2 },
      V4: { lobes: broadAfter(0.3, -0.7), st: [0.06, 0.1], t: 0.2 },
      V5: { lobes: broadAfter(0.2, -0.85), st: [0.08, 0.12], t: 0.24 },
      V6: { lobes: broadAfter(0.12, -0.85), st: [0.08, 0.12], t: 0.24 },
    },
    rhythm: (order, rr, complex) => ventricularTachycardia(order, { rr, pp: 60 / order.chance.between(76, 88), p: roundP(0.12), complex }),
  }),
  atrial_fibrillation: () => ({
    rate: [96, 138],
    shapes: changed(normalShapes, { II: { t: 0.22 }, I: { t: 0.16 } }),
    rhythm: (order, rr, complex) => ({
      ...blank(order),
      beats: irregularTimes(order, rr).map((at) => ({ at, complex: complex(rr * 0.75) })),
      grounds: [fibrillatoryWaves(order, 0.06, fibrillating)],
      remarks: ['The baseline between the QRS complexes is wavy without any pattern, most of all in V1.'],
    }),
  }),
  atrial_flutter: (chance) => ({
    rate: chance.oneOf([
      [146, 152],
      [73, 76],
    ] as const),
    shapes: changed(normalShapes, { I: { t: 0.08 }, II: { t: 0.05 }, V1: { t: 0 } }),
    rhythm: (order, rr, complex) => flutter(order, { rate: 60 / rr, height: 0.3, leads: fluttering, complex }),
  }),
  supraventricular_tachycardia: () => ({
    rate: [172, 200],
    qtc: 0.38,
    shapes: changed(normalShapes, {
      I: { st: [-0.05, -0.03], t: 0.14 },
      II: { st: [-0.1, -0.07], t: 0.18 },
      V4: { st: [-0.1, -0.07], t: 0.25 },
      V5: { st: [-0.12, -0.08], t: 0.2 },
      V6: { st: [-0.1, -0.07], t: 0.15 },
    }),
    rhythm: (order, rr, complex) => beatsAlone(order, rr, complex),
  }),
  third_degree_block: () => ({
    rate: [30, 39],
    qrs: 0.15,
    shapes: changed(leftBundleBranchShapes, { II: { lobes: broad(0.8), t: -0.22 } }),
    rhythm: (order, rr, complex) =>
      dissociated(order, { rr, pp: rr / order.chance.between(2.27, 2.42), p: roundP(0.15), complex: () => complex(Math.min(rr, 1)) }),
  }),
  /** Arm electrodes swapped: I inverted, II/III and aVR/aVL exchanged. */
  arm_lead_reversal: () => {
    const right = { I: { q: 0.05, r: 0.85, s: 0.1, t: 0.25 }, II: { q: 0.05, r: 1.15, s: 0.12, t: 0.3 } }
    const reversed = {
      I: { lobes: qrs(right.I.q, right.I.r, right.I.s).map(([at, width, height]) => [at, width, -height] as const), t: -right.I.t },
      II: { lobes: qrs(right.II.q - right.I.q, right.II.r - right.I.r, right.II.s - right.I.s), t: right.II.t - right.I.t },
    }
    const p = roundP(0.13)
    const share = (lead: (typeof measuredLeads)[number]) => (lead === 'I' ? -1.15 : lead === 'II' ? 0.35 : 1)
    const turned = measuredLeads.map((lead) => [lead, scaled(p.waves[lead] ?? [], share(lead))])
    return {
      rate: [64, 84],
      p: { ...p, waves: Object.fromEntries(turned) },
      shapes: changed(normalShapes, reversed),
      remarks: [
        'In I the P wave, the QRS complex and the T wave all point downwards, in aVR upwards; the QRS complex grows from V1 to V5 as usual.',
      ],
    }
  },
} satisfies Patterns
