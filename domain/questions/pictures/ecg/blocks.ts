import { roundP } from './p-waves.ts'
import { type ComplexAt, dissociated } from './schedules.ts'
import { type AtrialWave, type Beat, blank, type Order, type Rhythms, type Sketch, timesOver } from './sketch.ts'
import { conducted, slowlyConducted, ventricular } from './strip-complexes.ts'

/** Groups of P waves, the last one of each not conducted. `pp`: P-P interval. */
function groups(order: Order, pp: number, prs: readonly number[], complex: ComplexAt): Sketch {
  const waves = prs.length + 1
  const times = timesOver(order, () => order.chance.about(pp, 0.008))
  const moment = order.chance.between(1.3, 2.8)
  // Makes sure that the strip shows a pause with beats on both sides.
  const lost = times.findIndex((at) => at > moment)
  const atrial: AtrialWave[] = []
  const beats: Beat[] = []
  for (const [index, at] of times.entries()) {
    atrial.push({ at, form: roundP(0.15) })
    const pr = prs[(((index - lost - 1) % waves) + waves) % waves]
    if (pr !== undefined) beats.push({ at: at + pr, p: at, complex: complex(pp) })
  }
  return { ...blank(order), atrial, beats }
}

/** Chosen so that the atrial rate stays in its usual range. */
function conductedOf(order: Order, rate: number, most: number): number {
  const usual = [2, 3, 4].filter((conducted) => conducted <= most && (rate * (conducted + 1)) / conducted <= 104)
  return usual.length > 0 ? (usual[Math.floor(order.chance.between(0, usual.length))] ?? 2) : most
}

/** Decreasing increments, as in Wenckebach conduction: R-R intervals shorten. */
const LENGTHENING = [0.09, 0.05, 0.03]

/** Junctional escape is narrow and faster; ventricular escape is wide and slow. */
const NARROW_ESCAPE_FROM = 45

/** Not close to a small multiple, so that P waves and beats drift. */
function unrelatedTo(rr: number, { chance }: Order): number {
  const pp = 60 / chance.between(78, 92)
  const parts = rr / pp
  const off = parts - Math.round(parts)
  return Math.abs(off) > 0.15 ? pp : rr / (Math.round(parts) + (off < 0 ? -0.22 : 0.22))
}

export const blocks = {
  second_degree_type_1(order) {
    const rate = order.rateBetween(52, 68)
    const count = conductedOf(order, rate, 4)
    const prs = [order.chance.between(0.17, 0.2)]
    for (const more of LENGTHENING.slice(0, count - 1)) prs.push((prs.at(-1) ?? 0) + more)
    return groups(order, (60 / rate) * (count / (count + 1)), prs, conducted(order, { qtc: 0.38 }))
  },
  /** Constant PR interval with sudden loss. Infranodal, so complexes are wide. */
  second_degree_type_2(order) {
    const rate = order.rateBetween(42, 58)
    const count = conductedOf(order, rate, 3)
    const pr = order.chance.between(0.16, 0.19)
    const prs = Array.from({ length: count }, () => pr)
    return groups(order, (60 / rate) * (count / (count + 1)), prs, slowlyConducted(order, order.chance.between(0.125, 0.135)))
  },
  second_degree_2_to_1: (order) =>
    groups(order, 30 / order.rateBetween(36, 46), [order.chance.between(0.16, 0.2)], conducted(order, { qrs: 0.1 })),
  third_degree_block(order) {
    const rate = order.rateBetween(30, 40)
    const rr = 60 / rate
    const wide = rate < NARROW_ESCAPE_FROM
    const complex = wide ? ventricular({ qrs: 0.15, height: order.chance.between(1, 1.3), first: true }) : conducted(order)
    return dissociated(order, { rr, pp: unrelatedTo(rr, order), p: roundP(0.15), complex: () => complex(Math.min(rr, 0.9)) })
  },
  ventricular_standstill(order) {
    const pp = 60 / order.rateBetween(62, 84)
    return { ...blank(order), atrial: timesOver(order, () => order.chance.about(pp, 0.01)).map((at) => ({ at, form: roundP(0.17) })) }
  },
} satisfies Rhythms
