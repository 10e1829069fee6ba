import { type Lobe, qrs } from './complexes.ts'
import { roundP } from './p-waves.ts'
import { changed, normalShapes, type Patterns } from './pattern.ts'
import { beatsAlone } from './schedules.ts'
import type { PForm } from './sketch.ts'
import { sineWave } from './ventricular.ts'

/** Millivolts. */

const PR = 0.16

/** Depressed PR segment, elevated in aVR. */
function withPrDepressed(form: PForm): PForm {
  const depth = { I: 0.04, II: 0.09, V3: 0.04, V4: 0.07, V5: 0.08, V6: 0.07 }
  const shelves = Object.entries(depth).map(([lead, height]) => [
    lead,
    [
      ...(form.waves[lead as keyof typeof depth] ?? []),
      { from: 0.095, to: PR + 0.008, startHeight: -height, endHeight: -height, rise: 0.008, fall: 0.006 },
    ],
  ])
  return { ...form, waves: { ...form.waves, ...Object.fromEntries(shelves) } }
}

const slow = (r: number, s: number): readonly Lobe[] => [
  [0.3, 0.12, r],
  [0.7, 0.12, -s],
]

export const heartAndBlood = {
  normal: () => ({ rate: [62, 88], shapes: normalShapes }),
  pericarditis: () => ({
    rate: [88, 108],
    pr: PR,
    p: withPrDepressed(roundP(0.14)),
    shapes: changed(normalShapes, {
      I: { st: [0.11, 0.16], t: 0.24 },
      II: { st: [0.19, 0.26], t: 0.34 },
      V1: { st: [-0.03, -0.02] },
      V2: { st: [0.13, 0.2], t: 0.35 },
      V3: { st: [0.16, 0.24], t: 0.38 },
      V4: { st: [0.18, 0.26], t: 0.38 },
      V5: { st: [0.18, 0.26], t: 0.34 },
      V6: { st: [0.16, 0.22], t: 0.28 },
    }),
    remarks: [
      'The raised ST segments are concave upwards. The PR segment lies 0.5 to 1 mm below the baseline in II and V4 to V6 and above it in aVR.',
    ],
  }),
  early_repolarization: () => ({
    rate: [54, 70],
    qtc: 0.39,
    shapes: changed(normalShapes, {
      II: { st: [0.06, 0.1], t: 0.42 },
      V2: { st: [0.12, 0.2], t: 0.62 },
      V3: { lobes: qrs(0, 0.9, 0.5), st: [0.18, 0.28], t: 0.75, j: 0.1 },
      V4: { lobes: qrs(0.03, 1.5, 0.1), st: [0.17, 0.27], t: 0.72, j: 0.16 },
      V5: { lobes: qrs(0.06, 1.45, 0.05), st: [0.12, 0.2], t: 0.55, j: 0.14 },
      V6: { st: [0.05, 0.08], t: 0.36, j: 0.06 },
    }),
    remarks: [
      'The raised ST segments are concave upwards, after a small notch at the end of the QRS complex in V4 and V5. The PR segment lies on the baseline.',
    ],
  }),
  left_ventricular_hypertrophy: () => ({
    rate: [66, 88],
    shapes: changed(normalShapes, {
      I: { lobes: qrs(0.06, 1.5, 0.08), st: [-0.1, -0.14], t: -0.22 },
      II: { lobes: qrs(0.05, 0.85, 0.15), st: [-0.02, -0.03], t: 0.05 },
      V1: { lobes: qrs(0, 0.15, 1.7), st: [0.1, 0.14], t: 0.3 },
      V2: { lobes: qrs(0, 0.25, 2.1), st: [0.16, 0.2], t: 0.45 },
      V3: { lobes: qrs(0, 0.5, 1.5), st: [0.1, 0.13], t: 0.4 },
      V4: { lobes: qrs(0.05, 1.5, 0.5), st: [-0.02, -0.03], t: 0.1 },
      V5: { lobes: qrs(0.1, 2.25, 0.2), st: [-0.14, -0.2], t: -0.28 },
      V6: { lobes: qrs(0.1, 1.7, 0.08), st: [-0.14, -0.2], t: -0.3 },
    }),
    remarks: ['The inverted T waves fall slowly and rise quickly.'],
  }),
  hyperkalemia: (chance) => ({
    rate: [58, 76],
    qrs: chance.between(0.128, 0.138),
    qtc: 0.42,
    pr: chance.between(0.215, 0.23),
    tForm: 'narrow',
    p: roundP(0.05),
    shapes: changed(normalShapes, {
      I: { lobes: qrs(0.04, 0.6, 0.3), t: 0.5 },
      II: { lobes: qrs(0.05, 0.8, 0.35), t: 0.95 },
      V1: { t: 0.3 },
      V2: { lobes: qrs(0, 0.35, 1.1), t: 1.2 },
      V3: { lobes: qrs(0, 0.6, 0.8), t: 1.4 },
      V4: { lobes: qrs(0, 0.95, 0.6), t: 1.35 },
      V5: { lobes: qrs(0.03, 0.95, 0.45), t: 1 },
      V6: { lobes: qrs(0.04, 0.8, 0.35), t: 0.7 },
    }),
    remarks: ['The T waves are narrow, symmetrical and pointed. The P waves are low and broad.'],
  }),
  /** P waves lost: the atria no longer respond. */
  hyperkalemia_wide_qrs: (chance) => ({
    rate: [40, 56],
    qrs: chance.between(0.165, 0.18),
    qtc: 0.46,
    tForm: 'narrow',
    shapes: changed(normalShapes, {
      I: { lobes: slow(0.5, 0.35), t: 0.55 },
      II: { lobes: slow(0.65, 0.45), t: 1 },
      V1: { lobes: slow(0.2, 0.8), t: 0.35 },
      V2: { lobes: slow(0.4, 1.2), t: 1.25 },
      V3: { lobes: slow(0.7, 1), t: 1.4 },
      V4: { lobes: slow(0.85, 0.7), t: 1.35 },
      V5: { lobes: slow(0.85, 0.5), t: 1.05 },
      V6: { lobes: slow(0.7, 0.4), t: 0.75 },
    }),
    rhythm: (order, rr, complex) => beatsAlone(order, rr, complex, 0.01),
    remarks: ['The T waves are narrow, symmetrical and pointed.'],
  }),
  hyperkalemia_sine_wave: () => ({
    rate: [62, 90],
    shapes: normalShapes,
    rhythm: (order, rr) => sineWave(order, rr, { I: 0.75, II: 1, V1: -0.7, V2: 0.9, V3: 1.2, V4: 1.3, V5: 1.1, V6: 0.8 }),
  }),
  hypokalemia: () => ({
    rate: [64, 78],
    qtc: 0.4,
    shapes: changed(normalShapes, {
      I: { st: [-0.05, -0.06], t: 0.05, u: 0.07 },
      II: { st: [-0.07, -0.08], t: 0.06, u: 0.14 },
      V1: { t: -0.03, u: 0.05 },
      V2: { st: [-0.04, -0.05], t: 0.06, u: 0.24 },
      V3: { st: [-0.07, -0.08], t: 0.06, u: 0.28 },
      V4: { st: [-0.08, -0.1], t: 0.05, u: 0.24 },
      V5: { st: [-0.08, -0.1], t: 0.05, u: 0.18 },
      V6: { st: [-0.06, -0.08], t: 0.05, u: 0.12 },
    }),
    remarks: [
      'A second upright wave, taller than the flat T wave, follows it before the next P wave, most of all in V2 to V4 (2 to 3 mm).',
    ],
  }),
  hypothermia: (chance) => ({
    rate: [38, 50],
    qrs: chance.between(0.1, 0.11),
    qtc: 0.48,
    pr: chance.between(0.2, 0.22),
    unrest: 0.025,
    shapes: changed(normalShapes, {
      I: { lobes: qrs(0.04, 0.65, 0), j: 0.2, t: 0.12 },
      II: { lobes: qrs(0.05, 1, 0), j: 0.4, t: 0.18 },
      V1: { j: -0.05 },
      V2: { j: 0.15, t: 0.22 },
      V3: { lobes: qrs(0, 0.8, 0.5), j: 0.4, t: 0.22 },
      V4: { lobes: qrs(0, 1.2, 0.1), j: 0.5, t: 0.2 },
      V5: { lobes: qrs(0.05, 1.2, 0), j: 0.5, t: 0.18 },
      V6: { lobes: qrs(0.05, 0.95, 0), j: 0.38, t: 0.15 },
    }),
    remarks: [
      'A rounded upright hump of 2 to 5 mm sits on the end of each QRS complex in I, II, aVF and V3 to V6. A fine trembling runs through the baseline.',
    ],
  }),
  pulmonary_embolism: () => ({
    rate: [106, 124],
    qtc: 0.42,
    shapes: changed(normalShapes, {
      I: { lobes: qrs(0, 0.5, 0.5), t: 0.18 },
      II: { lobes: qrs(0.22, 0.62, 0.2), t: 0.03 },
      V1: {
        lobes: [
          [0.22, 0.07, 0.2],
          [0.5, 0.1, -0.5],
          [0.82, 0.08, 0.25],
        ],
        t: -0.2,
      },
      V2: { lobes: qrs(0, 0.4, 0.9), st: [0, 0], t: -0.3 },
      V3: { st: [0, 0], t: -0.28 },
      V4: { lobes: qrs(0, 1, 0.7), st: [0, 0], t: -0.15 },
      V5: { lobes: qrs(0, 1, 0.55), t: 0.15 },
      V6: { lobes: qrs(0, 0.8, 0.45), t: 0.18 },
    }),
  }),
  /** Terminal rightward axis. */
  sodium_channel_blockade: (chance) => {
    const lobes = (q: number, r: number, late: number) =>
      [
        [0.13, 0.05, -q],
        [0.34, 0.095, r],
        [0.73, 0.125, late],
      ] as const
    return {
      rate: [112, 126],
      qrs: chance.between(0.132, 0.145),
      qtc: 0.46,
      pr: 0.15,
      shapes: changed(normalShapes, {
        I: { lobes: lobes(0.04, 0.55, -0.5), t: 0.18 },
        II: { lobes: lobes(0.05, 0.7, -0.45), t: 0.2 },
        V1: {
          lobes: lobes(0, 0.15, 0.3).map(([at, width, height], index) => (index === 1 ? [0.38, 0.1, -0.6] : [at, width, height])),
          t: -0.1,
        },
        V2: { lobes: lobes(0, 0.35, -0.9), t: 0.25 },
        V3: { lobes: lobes(0, 0.6, -0.8), t: 0.3 },
        V4: { lobes: lobes(0, 0.9, -0.6), t: 0.3 },
        V5: { lobes: lobes(0.04, 0.9, -0.5), t: 0.25 },
        V6: { lobes: lobes(0.05, 0.75, -0.45), t: 0.2 },
      }),
      remarks: ['aVR ends in a broad, upright wave of more than 3 mm; I and aVL end in a deep, broad S wave.'],
    }
  },
  digoxin_effect: (chance) => ({
    rate: [56, 70],
    qtc: 0.37,
    pr: chance.between(0.19, 0.205),
    shapes: changed(normalShapes, {
      I: { sag: 0.09, st: [-0.03, 0], t: 0.06 },
      II: { sag: 0.2, st: [-0.04, 0], t: 0.08 },
      V2: { sag: 0, t: 0.2 },
      V3: { sag: 0.08, t: 0.14 },
      V4: { sag: 0.16, st: [-0.04, 0], t: 0.1 },
      V5: { sag: 0.26, st: [-0.05, 0], t: 0.08 },
      V6: { sag: 0.24, st: [-0.05, 0], t: 0.06 },
    }),
    remarks: ['In I, II, aVF and V4 to V6 the ST segment sags below the baseline in a smooth scoop and rises into a low T wave.'],
  }),
  long_qt_interval: (chance) => ({
    rate: [60, 74],
    qtc: chance.between(0.53, 0.58),
    tForm: 'broad',
    shapes: normalShapes,
  }),
} satisfies Patterns
