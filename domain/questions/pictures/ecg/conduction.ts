import { broadAfter, type LeadShape, type Lobe, qrs } from './complexes.ts'
import type { MeasuredLead } from './leads.ts'
import { roundP } from './p-waves.ts'
import { changed, normalShapes, type Patterns } from './pattern.ts'

/** Conduction disorders. Heights in millivolts. */

const notched = (height: number): readonly Lobe[] => [
  [0.27, 0.12, 0.8 * height],
  [0.66, 0.14, 0.95 * height],
]

export const leftBundleBranchShapes: Record<MeasuredLead, LeadShape> = {
  I: { lobes: notched(0.85), st: [-0.07, -0.09], t: -0.22 },
  II: { lobes: notched(0.55), st: [-0.03, -0.03], t: -0.08 },
  V1: { lobes: broadAfter(0.1, -1.15), st: [0.16, 0.22], t: 0.32 },
  V2: { lobes: broadAfter(0.12, -1.55), st: [0.22, 0.32], t: 0.5 },
  V3: { lobes: broadAfter(0.14, -1.35), st: [0.18, 0.26], t: 0.45 },
  V4: { lobes: broadAfter(0.35, -0.7), st: [0.06, 0.08], t: 0.16 },
  V5: { lobes: notched(0.8), st: [-0.06, -0.08], t: -0.16 },
  V6: { lobes: notched(1), st: [-0.1, -0.12], t: -0.28 },
}

const rsR = (r: number, s: number, late: number): readonly Lobe[] => [
  [0.17, 0.065, r],
  [0.37, 0.075, -s],
  [0.7, 0.115, late],
]
const withLateS = (q: number, r: number, s: number): readonly Lobe[] => [
  [0.12, 0.05, -q],
  [0.31, 0.085, r],
  [0.7, 0.135, -s],
]

const rightBundleBranchShapes: Record<MeasuredLead, LeadShape> = {
  I: { lobes: withLateS(0.06, 0.75, 0.3), t: 0.2 },
  II: { lobes: withLateS(0.06, 0.95, 0.28), t: 0.26 },
  V1: { lobes: rsR(0.3, 0.4, 0.9), st: [-0.04, -0.08], t: -0.24 },
  V2: { lobes: rsR(0.4, 0.75, 0.6), st: [-0.03, -0.05], t: -0.14 },
  V3: { lobes: withLateS(0, 0.75, 0.6), t: 0.2 },
  V4: { lobes: withLateS(0, 1.1, 0.5), t: 0.32 },
  V5: { lobes: withLateS(0.06, 1.15, 0.38), t: 0.3 },
  V6: { lobes: withLateS(0.07, 0.95, 0.32), t: 0.25 },
}

const slurred = (height: number, late = 0): readonly Lobe[] => [
  [0.2, 0.1, 0.26 * height],
  [0.53, 0.125, 0.95 * height],
  [0.84, 0.08, late],
]

/** Coved ST: high J point, straight descent into an inverted T wave. */
const coved = (r: number, s: number, height: number): LeadShape => ({
  lobes: [
    [0.22, 0.085, r],
    [0.5, 0.11, -s],
    [0.88, 0.085, 0.6 * height],
  ],
  st: [height, 0.02],
  t: -0.28,
})

export const conductionDisorders = {
  left_bundle_branch_block: (chance) => ({
    rate: [64, 86],
    qrs: chance.between(0.145, 0.155),
    qtc: 0.44,
    shapes: leftBundleBranchShapes,
    remarks: ['In I, aVL, V5 and V6 the QRS complex is one broad, notched, upright wave without a Q wave.'],
  }),
  /** Concordant ST deviation: elevated where the complex points up, depressed where it points down. */
  left_bundle_branch_block_infarction: (chance) => ({
    rate: [74, 98],
    qrs: chance.between(0.145, 0.155),
    qtc: 0.44,
    shapes: changed(leftBundleBranchShapes, {
      I: { st: [0.17, 0.22], t: 0.25 },
      V4: { st: [0.1, 0.14] },
      V5: { st: [0.22, 0.28], t: 0.3 },
      V6: { st: [0.24, 0.3], t: 0.3 },
    }),
    remarks: ['In I, aVL, V5 and V6 the QRS complex is one broad, notched, upright wave without a Q wave.'],
  }),
  right_bundle_branch_block: (chance) => ({
    rate: [62, 86],
    qrs: chance.between(0.13, 0.14),
    qtc: 0.43,
    shapes: rightBundleBranchShapes,
    remarks: ['In V1 a small R wave, an S wave and a taller, broader second R wave follow each other; I and V6 end in a broad S wave.'],
  }),
  left_anterior_fascicular_block: (chance) => ({
    rate: [62, 86],
    qrs: chance.between(0.095, 0.105),
    shapes: changed(normalShapes, {
      I: { lobes: qrs(0.1, 0.85, 0.04), t: 0.2 },
      II: { lobes: qrs(0, 0.28, 0.72), t: 0.16 },
      V4: { lobes: qrs(0, 1, 0.6) },
      V5: { lobes: qrs(0, 1, 0.5), t: 0.3 },
      V6: { lobes: qrs(0, 0.8, 0.4), t: 0.24 },
    }),
  }),
  bifascicular_block: (chance) => ({
    rate: [58, 80],
    qrs: chance.between(0.132, 0.142),
    qtc: 0.43,
    shapes: changed(rightBundleBranchShapes, {
      I: { lobes: withLateS(0.1, 0.95, 0.25) },
      II: {
        lobes: [
          [0.16, 0.06, 0.3],
          [0.42, 0.1, -0.85],
          [0.74, 0.11, -0.1],
        ],
        t: 0.14,
      },
    }),
    remarks: ['In V1 a small R wave, an S wave and a taller, broader second R wave follow each other; I and V6 end in a broad S wave.'],
  }),
  wolff_parkinson_white: (chance) => ({
    rate: [66, 88],
    qrs: chance.between(0.128, 0.138),
    pr: chance.between(0.088, 0.1),
    p: roundP(0.13),
    shapes: {
      I: { lobes: slurred(0.65), st: [-0.02, -0.04], t: 0.1 },
      II: { lobes: slurred(0.95), st: [-0.04, -0.06], t: 0.12 },
      V1: { lobes: slurred(0.65, -0.1), st: [-0.04, -0.06], t: -0.2 },
      V2: { lobes: slurred(1.1, -0.15), st: [-0.06, -0.08], t: -0.2 },
      V3: { lobes: slurred(1.3, -0.2), st: [-0.05, -0.06], t: 0.1 },
      V4: { lobes: slurred(1.35, -0.2), st: [-0.05, -0.06], t: 0.15 },
      V5: { lobes: slurred(1.2), st: [-0.05, -0.06], t: 0.14 },
      V6: { lobes: slurred(0.95), st: [-0.04, -0.05], t: 0.12 },
    },
    remarks: ['The upstroke of the QRS complex begins slurred, right after the P wave, in all leads where it is upright.'],
  }),
  brugada: (chance) => ({
    rate: [62, 84],
    qrs: chance.between(0.1, 0.11),
    shapes: changed(normalShapes, {
      V1: coved(0.18, 0.55, 0.34),
      V2: coved(0.3, 0.7, 0.42),
      V3: { st: [0.07, 0.07], t: 0.2 },
    }),
    remarks: [
      'In V1 and V2 the ST segment begins high with a second small upright wave, slopes down in a cove and goes over into an inverted T wave.',
    ],
  }),
} satisfies Patterns
