import { broad, broadAfter, type Complex, complexOf, type LeadShape, qrs, qtAt, type Timing } from './complexes.ts'
import type { ComplexAt } from './schedules.ts'
import type { Order } from './sketch.ts'

export interface Conducted extends Partial<Omit<Timing, 'qt'>> {
  /** Corrected QT interval in seconds. */
  readonly qtc?: number
  readonly shape?: Partial<LeadShape>
}

/** Normally conducted; shape varies by seed. */
export function conducted({ chance }: Order, { qtc = 0.4, shape, ...timing }: Conducted = {}): ComplexAt {
  const usual: LeadShape = {
    lobes: qrs(chance.between(0.02, 0.09), chance.about(1.05, 0.16), chance.between(0.1, 0.3)),
    st: [0, 0.02],
    t: chance.about(0.29, 0.2),
  }
  const width = chance.between(0.08, 0.095)
  return (rr) => complexOf({ II: { ...usual, ...shape } }, { qrs: width, ...timing, qt: qtAt(rr, qtc) })
}

export interface Ventricular {
  /** Seconds. */
  readonly qrs: number
  /** Millivolts; negative points down. */
  readonly height: number
  readonly first?: boolean
}

/** Ventricular: wide, with discordant ST segment and T wave. */
export function ventricular({ qrs, height, first = false }: Ventricular): ComplexAt {
  const lobes = first ? broadAfter(-0.15 * height, height) : broad(height)
  return (rr) => {
    const qt = Math.min(0.44, Math.max(qrs + 0.14, rr - 0.03))
    return complexOf({ II: { lobes, st: [-0.12 * height, -0.2 * height], t: -0.3 * height } }, { qrs, qt, tForm: 'broad' })
  }
}

export const slowlyConducted =
  ({ chance }: Order, width: number): ComplexAt =>
  (rr) =>
    complexOf(
      {
        II: {
          lobes: [
            [0.26, 0.085, chance.about(0.9, 0)],
            [0.56, 0.12, 0.42],
            [0.84, 0.07, -0.22],
          ],
          st: [-0.02, 0],
          t: 0.22,
        },
      },
      { qrs: width, qt: qtAt(rr, 0.43) },
    )

/** Delta wave, then a wide complex. */
export const preExcited =
  (width: number, height: number): ComplexAt =>
  (rr) =>
    complexOf(
      {
        II: {
          lobes: [
            [0.22, 0.1, 0.3 * height],
            [0.44, 0.13, 0.55 * height],
            [0.64, 0.12, 0.65 * height],
          ],
          st: [-0.08, -0.12],
          t: -0.22 * height,
        },
      },
      { qrs: width, qt: Math.min(0.4, Math.max(width + 0.12, rr - 0.02)), tForm: 'broad' },
    )

/** Placeholder for a beat drawn otherwise. */
export const unseen = (qrs: number): Complex => ({ qrs, qt: qrs, waves: {} })
