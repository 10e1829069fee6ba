import { qrs } from './complexes.ts'
import { changed, normalShapes, type Patterns } from './pattern.ts'

/** Levels in millivolts: 0.1 is one small square. */

export const ischemia = {
  anterior_infarction: () => ({
    rate: [78, 100],
    shapes: changed(normalShapes, {
      I: { st: [0.05, 0.06] },
      II: { st: [-0.08, -0.07], t: 0.18 },
      V1: { lobes: qrs(0, 0.1, 0.9), st: [0.1, 0.12], t: 0.15 },
      V2: { lobes: qrs(0, 0.08, 1.05), st: [0.28, 0.38], t: 0.5 },
      V3: { lobes: qrs(0.12, 0.3, 0.5), st: [0.36, 0.48], t: 0.55 },
      V4: { lobes: qrs(0.15, 0.7, 0.25), st: [0.3, 0.4], t: 0.5 },
      V5: { st: [0.07, 0.1] },
    }),
  }),
  anterolateral_infarction: () => ({
    rate: [82, 104],
    shapes: changed(normalShapes, {
      I: { st: [0.2, 0.25], t: 0.3 },
      II: { st: [-0.06, -0.06], t: 0.12 },
      V1: { st: [0.06, 0.08], t: 0.1 },
      V2: { lobes: qrs(0, 0.12, 1.0), st: [0.22, 0.3], t: 0.48 },
      V3: { lobes: qrs(0.1, 0.35, 0.5), st: [0.34, 0.44], t: 0.55 },
      V4: { lobes: qrs(0.12, 0.7, 0.25), st: [0.34, 0.44], t: 0.52 },
      V5: { lobes: qrs(0.12, 0.9, 0.12), st: [0.27, 0.35], t: 0.45 },
      V6: { st: [0.2, 0.25], t: 0.36 },
    }),
  }),
  septal_infarction: () => ({
    rate: [74, 96],
    shapes: changed(normalShapes, {
      V1: { lobes: qrs(0, 0.04, 0.85), st: [0.2, 0.25], t: 0.25 },
      V2: { lobes: qrs(0, 0.06, 1.1), st: [0.3, 0.38], t: 0.45 },
      V3: { st: [0.06, 0.08] },
      V4: { st: [0, 0.01] },
    }),
  }),
  lateral_infarction: () => ({
    rate: [70, 96],
    shapes: changed(normalShapes, {
      I: { st: [0.2, 0.25], t: 0.32 },
      II: { st: [-0.05, -0.05], t: 0.14 },
      V2: { st: [-0.03, -0.02] },
      V3: { st: [0, 0] },
      V5: { st: [0.19, 0.24], t: 0.42 },
      V6: { st: [0.2, 0.26], t: 0.38 },
    }),
  }),
  inferior_infarction: () => ({
    rate: [56, 76],
    shapes: changed(normalShapes, {
      I: { st: [-0.07, -0.07], t: 0.08 },
      II: { lobes: qrs(0.15, 0.85, 0.1), st: [0.24, 0.32], t: 0.45 },
      V1: { st: [0, 0] },
      V2: { st: [-0.06, -0.05], t: 0.28 },
      V3: { st: [-0.03, -0.02] },
    }),
  }),
  /** Higher in III than in II, and V1, which lies over the right ventricle. */
  inferior_right_ventricular_infarction: () => ({
    rate: [54, 72],
    shapes: changed(normalShapes, {
      I: { st: [-0.16, -0.16], t: 0.02 },
      II: { lobes: qrs(0.12, 0.8, 0.1), st: [0.22, 0.28], t: 0.4 },
      V1: { st: [0.17, 0.19], t: 0.15 },
      V2: { st: [-0.03, 0], t: 0.22 },
      V3: { st: [-0.06, -0.05], t: 0.26 },
    }),
  }),
  /** Mirror image: depression and tall R waves in the anterior leads. */
  posterior_infarction: () => ({
    rate: [66, 90],
    shapes: changed(normalShapes, {
      V1: { lobes: qrs(0, 0.6, 0.4), st: [-0.16, -0.14], t: 0.35 },
      V2: { lobes: qrs(0, 1.15, 0.5), st: [-0.28, -0.24], t: 0.6 },
      V3: { lobes: qrs(0, 1.2, 0.4), st: [-0.24, -0.2], t: 0.55 },
      V4: { st: [-0.06, -0.04] },
    }),
    remarks: ['The depressed ST segments are horizontal.'],
  }),
  diffuse_subendocardial_ischemia: () => ({
    rate: [88, 112],
    shapes: changed(normalShapes, {
      I: { st: [-0.14, -0.16], t: 0.08 },
      II: { st: [-0.2, -0.22], t: 0.1 },
      V1: { st: [0.09, 0.1], t: 0.08 },
      V2: { st: [-0.06, -0.07], t: 0.2 },
      V3: { st: [-0.2, -0.22], t: 0.15 },
      V4: { st: [-0.32, -0.35], t: 0.12 },
      V5: { st: [-0.32, -0.35], t: 0.1 },
      V6: { st: [-0.24, -0.26], t: 0.1 },
    }),
  }),
  de_winter: () => ({
    rate: [70, 92],
    shapes: changed(normalShapes, {
      I: { st: [-0.06, -0.03] },
      II: { st: [-0.1, -0.05], t: 0.34 },
      V1: { st: [0.02, 0.04], t: 0.2 },
      V2: { lobes: qrs(0, 0.3, 1.0), st: [-0.2, 0.06], t: 0.95 },
      V3: { lobes: qrs(0, 0.5, 0.8), st: [-0.28, 0.04], t: 1.15 },
      V4: { lobes: qrs(0, 0.9, 0.5), st: [-0.28, 0.02], t: 1.05 },
      V5: { st: [-0.2, 0], t: 0.7 },
      V6: { st: [-0.1, 0], t: 0.4 },
    }),
    remarks: ['In V2 to V5 the ST segment begins below the baseline and slopes upwards into a tall, symmetrical T wave.'],
  }),
  /** Randomly one of its two forms: biphasic or deeply inverted T waves. */
  wellens: (chance) => {
    const biphasic = chance.between(0, 1) < 0.5
    return {
      rate: [60, 82],
      qtc: 0.43,
      shapes: changed(
        normalShapes,
        biphasic
          ? { V2: { st: [0.02, 0.05], t: 0.25, t2: -0.34 }, V3: { st: [0.02, 0.05], t: 0.24, t2: -0.38 }, V4: { t: 0.2, t2: -0.2 } }
          : {
              V1: { t: -0.15 },
              V2: { st: [0, 0.02], t: -0.5 },
              V3: { st: [0, 0.02], t: -0.65 },
              V4: { st: [0, 0], t: -0.5 },
              V5: { t: -0.15 },
            },
      ),
      remarks: [
        biphasic
          ? 'In V2 to V4 the T wave goes up first and ends below the baseline.'
          : 'In V2 to V4 the T wave is deep, inverted and symmetrical.',
      ],
    }
  },
} satisfies Patterns
