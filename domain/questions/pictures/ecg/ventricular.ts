import { roundP } from './p-waves.ts'
import { beatsAlone, ventricularTachycardia } from './schedules.ts'
import { type Beat, blank, type Ground, type Order, oscillation, type Rhythms, type Sketch, timesOver } from './sketch.ts'
import { unseen, ventricular } from './strip-complexes.ts'

/** Scaled to a peak-to-trough height. */
function disorder(order: Order, height: number, words: string): Sketch {
  const { chance, seconds } = order
  const parts = [2.6, 3.4, 4.1, 4.8, 5.6, 6.6].map((hz) => oscillation(chance, hz * 0.92, hz * 1.08, chance.between(0.5, 1)))
  const swelling = [oscillation(chance, 0.25, 0.45, 0.25), oscillation(chance, 0.5, 0.9, 0.2)]
  const raw = (at: number) => (1 + swelling.reduce((sum, part) => sum + part(at), 0)) * parts.reduce((sum, part) => sum + part(at), 0)
  const shown = Array.from({ length: Math.round(seconds * 50) }, (_, index) => raw(index / 50))
  const scale = height / (Math.max(...shown) - Math.min(...shown))
  return { ...blank(order), unrest: 0.008, grounds: [{ leads: { II: 1 }, at: (at) => scale * raw(at) }], words }
}

const slow = (order: Order, low: number, high: number): Sketch => {
  const rr = 60 / order.rateBetween(low, high)
  const complex = ventricular({ qrs: order.chance.between(0.15, 0.18), height: order.chance.oneOf([1.1, 1.25, -1]), first: true })
  return beatsAlone(order, rr, () => complex(Math.min(rr, 0.85)), 0.02)
}

/** QRS complexes merged with their T waves. */
export function sineWave(order: Order, rr: number, leads: Ground['leads']): Sketch {
  const { chance } = order
  const height = chance.between(0.7, 0.9)
  const start = chance.between(0, rr)
  const at = (seconds: number) => {
    const turn = (2 * Math.PI * (seconds - start)) / rr
    return height * (Math.sin(turn) + 0.18 * Math.sin(2 * turn + 0.4))
  }
  const beats = beatsAlone(order, rr, () => unseen(0.24), 0).beats
  return {
    ...blank(order),
    grounds: [{ leads, at }],
    words: `${shown(beats, order)} broad, smooth waves at an even ${Math.round(60 / rr)}/min, each about ${Math.round(20 * height)} mm from peak to trough in II. QRS complex and T wave cannot be told apart; no P waves.`,
  }
}

const shown = (beats: readonly Beat[], { seconds }: Order) => beats.filter(({ at }) => at >= 0 && at < seconds).length

export const ventricularRhythms = {
  ventricular_tachycardia(order) {
    const { chance } = order
    const rr = 60 / order.rateBetween(155, 190)
    const height = chance.oneOf([1.35, 1.35, -1.1])
    const complex = ventricular({ qrs: Math.min(0.16, rr * 0.5), height, first: true })
    return ventricularTachycardia(order, { rr, pp: 60 / chance.between(70, 88), p: roundP(0.12), complex })
  },
  polymorphic_ventricular_tachycardia(order) {
    const { chance } = order
    const rr = 60 / order.rateBetween(200, 235)
    const beats: Beat[] = timesOver(order, () => chance.about(rr, 0.14)).map((at) => {
      const height = chance.between(0.6, 1.7) * (chance.between(0, 1) < 0.3 ? -0.8 : 1)
      return { at, complex: ventricular({ qrs: chance.between(0.125, 0.17), height })(rr) }
    })
    return { ...blank(order), beats, remarks: ['The QRS complexes change in height, width and direction from beat to beat, in no order.'] }
  },
  torsades_de_pointes(order) {
    const { chance } = order
    const rr = 60 / order.rateBetween(205, 240)
    const twist = chance.between(1.6, 2.1)
    const start = chance.between(0, 2 * twist)
    const height = chance.between(0.85, 0.98)
    const sway = oscillation(chance, 0.4, 0.7, 0.1)
    const at = (seconds: number) => {
      const turn = (2 * Math.PI * seconds) / rr + 3 * sway(seconds)
      const envelope = Math.sin((Math.PI * (seconds - start)) / twist)
      // Which side of each beat is pointed follows the envelope.
      const grown = Math.sign(envelope) * (0.12 + 0.88 * Math.abs(envelope))
      return height * (1 + sway(seconds)) * (Math.abs(grown) * Math.sin(turn) - 0.33 * grown * Math.cos(2 * turn))
    }
    return {
      ...blank(order),
      grounds: [{ leads: { II: 1 }, at }],
      words: `Wide complexes at about ${Math.round(60 / rr)}/min without P waves. Their height grows and shrinks in spindles of about ${twist.toFixed(1)} s: their points turn from upwards to downwards and back around the baseline.`,
    }
  },
  ventricular_fibrillation_coarse(order) {
    const height = order.chance.between(1.3, 1.9)
    const words = `No P waves, QRS complexes or T waves. The whole tracing is an irregular, uneven wave of changing shape at 200 to 400/min, up to ${Math.round(10 * height)} mm from peak to trough.`
    return disorder(order, height, words)
  },
  ventricular_fibrillation_fine(order) {
    const height = order.chance.between(0.17, 0.22)
    const words = `No P waves, QRS complexes or T waves. The baseline trembles irregularly at 200 to 400/min, in small waves of changing shape below 3 mm from peak to trough.`
    return disorder(order, height, words)
  },
  idioventricular: (order) => slow(order, 28, 38),
  accelerated_idioventricular: (order) => slow(order, 62, 92),
  /** One to three very wide, low complexes in six seconds. */
  agonal(order) {
    const { chance } = order
    const rr = 60 / order.rateBetween(12, 18)
    const first = chance.between(0.8, 1.6)
    const times = Array.from({ length: Math.ceil(order.seconds / rr) + 1 }, (_, index) => first + (index - 1) * rr)
    const beats = times.map((at) => ({
      at,
      complex: ventricular({ qrs: chance.between(0.22, 0.3), height: chance.between(0.5, 0.9) })(1.2),
    }))
    return { ...blank(order), beats, remarks: ['Between the complexes the baseline is nearly flat.'] }
  },
  asystole: (order) => ({
    ...blank(order),
    unrest: 0.006,
    words: 'A nearly flat line that wanders a little. No P waves, no QRS complexes, no T waves.',
  }),
  sine_wave(order) {
    return sineWave(order, 60 / order.rateBetween(70, 105), { II: 1 })
  },
} satisfies Rhythms
