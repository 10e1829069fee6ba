import { describe, expect, test } from 'vitest'
import { type EcgPattern, ecgPatterns } from '../../content/picture-names.ts'
import {
  beatsOf,
  distances,
  type MeanBeat,
  meanBeatOf,
  type Ruler,
  rrOf,
  type Signal,
  spread,
  upCrossings,
  variation,
  whole,
  withoutSpikes,
} from '../../testing/ecg-measure.ts'
import { twelveLeadSignal } from './ecg.ts'
import { type Lead, leads } from './leads.ts'

/** What defines each 12-lead, measured back from its signals. Heights in millivolts: 0.1 is one small square. */

const SECONDS = 10
const SEEDS = [1, 2, 3]

interface TwelveLead extends MeanBeat<Lead> {
  readonly lead: (lead: Lead) => Signal
  readonly spikes: readonly number[]
}

function measure(pattern: EcgPattern, rate: number | null, seed: number, ruler: Ruler): TwelveLead {
  const { sampleRate, leads: signals } = twelveLeadSignal({ pattern, rate, seed }, SECONDS)
  const { spikes } = withoutSpikes({ sampleRate, millivolts: signals.II }, 0.3)
  const clean = Object.fromEntries(leads.map((lead) => [lead, withoutLines({ sampleRate, millivolts: signals[lead] }, spikes)])) as Record<
    Lead,
    Float64Array
  >
  const beat = meanBeatOf({ sampleRate, leads: clean }, ruler)
  return { ...beat, spikes, lead: (lead) => ({ sampleRate, millivolts: clean[lead] }) }
}

/** A signal without the spikes. */
function withoutLines({ sampleRate, millivolts }: Signal, spikes: readonly number[]): Float64Array {
  const rest = Float64Array.from(millivolts)
  for (const spike of spikes) {
    const index = Math.round(spike * sampleRate)
    rest[index] = ((rest[index - 1] ?? 0) + (rest[index + 1] ?? 0)) / 2
  }
  return rest
}

const elevated = ({ st }: TwelveLead, which: readonly Lead[], least: number) => {
  for (const lead of which) expect([lead, st(lead) >= least, st(lead)]).toEqual([lead, true, st(lead)])
}
const depressed = ({ st }: TwelveLead, which: readonly Lead[], least: number) => {
  for (const lead of which) expect([lead, st(lead) <= -least, st(lead)]).toEqual([lead, true, st(lead)])
}
const level = ({ st }: TwelveLead, which: readonly Lead[], most = 0.09) => {
  for (const lead of which) expect([lead, Math.abs(st(lead)) < most, st(lead)]).toEqual([lead, true, st(lead)])
}
const isNarrow = ({ width }: TwelveLead) => expect(width).toBeLessThan(0.118)
const isWide = ({ width }: TwelveLead, least = 0.118) => expect(width).toBeGreaterThanOrEqual(least)
const hasRate = ({ rate }: TwelveLead, low: number, high: number) => {
  expect(rate).toBeGreaterThan(low)
  expect(rate).toBeLessThan(high)
}
/** In V2, where all of them have tall complexes. */
const isRegular = ({ lead }: TwelveLead, most = 0.08) =>
  expect(spread(rrOf(whole(beatsOf(lead('V2'), { threshold: 0.3 }), SECONDS)))).toBeLessThan(most)
/** The T wave's height, sought between the end of the ST segment and that of the QT interval. */
const t = (ecg: TwelveLead, lead: Lead) => {
  const rr = 60 / ecg.rate
  return ecg.largest(lead, ecg.width + 0.09, Math.min(0.42 * Math.sqrt(rr) + 0.03, rr - 0.16))
}
const mainly = ({ qrs }: TwelveLead, lead: Lead) => qrs(lead).highest + qrs(lead).lowest
/** Up in I and aVF. */
const hasUsualAxis = (ecg: TwelveLead) => {
  expect(mainly(ecg, 'I')).toBeGreaterThan(0)
  expect(mainly(ecg, 'aVF')).toBeGreaterThan(0)
}
/** From the beginning of the P wave in II to the QRS complex: where the mean beat first leaves the baseline. */
function prOf({ at }: TwelveLead, lead: Lead = 'II'): number {
  const base = at(lead, -0.3)
  const steps = Array.from({ length: 70 }, (_, step) => -0.28 + step * 0.004).filter((seconds) => seconds < -0.03)
  const peak = Math.max(...steps.map((seconds) => Math.abs(at(lead, seconds) - base)))
  const start = steps.find((seconds) => Math.abs(at(lead, seconds) - base) > 0.25 * peak)
  return -(start ?? 0) + 0.015
}
const heightBefore = ({ at }: TwelveLead, lead: Lead, from = 0.17) => {
  const heights = Array.from({ length: 30 }, (_, step) => at(lead, -from + (step * (from - 0.03)) / 29))
  return Math.max(...heights) - Math.min(...heights)
}

interface Definition {
  readonly rates: readonly number[]
  readonly ruler?: Ruler
  readonly check: (ecg: TwelveLead) => void
}

/** T waves can be steep and close to the QRS complex, so a shorter flat stretch ends a narrow complex. */
const steepT: Ruler = { flat: 0.02 }
/** T waves can be almost as steep as the QRS complex. */
const tallT: Ruler = { flat: 0.02, threshold: 0.5 }

const sinusInfarction = (rates: readonly number[], check: (ecg: TwelveLead) => void, ruler = steepT): Definition => ({
  rates,
  ruler,
  check: (ecg) => {
    isNarrow(ecg)
    isRegular(ecg)
    check(ecg)
  },
})

const definitions: Readonly<Record<EcgPattern, Definition>> = {
  normal: {
    rates: [65, 95],
    check: (ecg) => {
      hasRate(ecg, 60, 100)
      isRegular(ecg)
      isNarrow(ecg)
      level(ecg, leads)
      hasUsualAxis(ecg)
      expect(prOf(ecg)).toBeGreaterThan(0.12)
      expect(prOf(ecg)).toBeLessThan(0.2)
      for (const lead of ['I', 'II', 'V3', 'V4', 'V5', 'V6'] as const) expect(t(ecg, lead)).toBeGreaterThan(0.1)
      expect(t(ecg, 'aVR')).toBeLessThan(0)
      // R waves grow from V1 to V4, S waves shrink from V2 to V6.
      expect(ecg.qrs('V1').highest).toBeLessThan(ecg.qrs('V3').highest)
      expect(ecg.qrs('V3').highest).toBeLessThan(ecg.qrs('V4').highest)
      expect(ecg.qrs('V2').lowest).toBeLessThan(ecg.qrs('V6').lowest)
      expect(mainly(ecg, 'aVR')).toBeLessThan(0)
    },
  },
  anterior_infarction: sinusInfarction([80, 105], (ecg) => {
    elevated(ecg, ['V2', 'V3', 'V4'], 0.2)
    depressed(ecg, ['III'], 0.05)
    level(ecg, ['V6'])
  }),
  anterolateral_infarction: sinusInfarction([85, 105], (ecg) => {
    elevated(ecg, ['V2', 'V3', 'V4', 'V5'], 0.2)
    elevated(ecg, ['I', 'aVL', 'V6'], 0.1)
    depressed(ecg, ['III', 'aVF'], 0.1)
  }),
  septal_infarction: sinusInfarction([76, 95], (ecg) => {
    elevated(ecg, ['V1', 'V2'], 0.2)
    level(ecg, ['V4', 'V5', 'V6', 'I', 'II', 'III', 'aVF', 'aVL'], 0.1)
  }),
  lateral_infarction: sinusInfarction([72, 95], (ecg) => {
    elevated(ecg, ['I', 'aVL', 'V5', 'V6'], 0.15)
    depressed(ecg, ['III', 'aVF'], 0.1)
    level(ecg, ['V1', 'V2', 'V3'], 0.1)
  }),
  inferior_infarction: sinusInfarction([55, 75], (ecg) => {
    elevated(ecg, ['II', 'III', 'aVF'], 0.15)
    depressed(ecg, ['aVL'], 0.1)
    level(ecg, ['V1', 'V4', 'V5', 'V6'], 0.1)
  }),
  inferior_right_ventricular_infarction: sinusInfarction([55, 70], (ecg) => {
    elevated(ecg, ['II', 'III', 'aVF', 'V1'], 0.12)
    expect(ecg.st('III')).toBeGreaterThan(ecg.st('II') + 0.05)
    depressed(ecg, ['I', 'aVL'], 0.1)
  }),
  posterior_infarction: sinusInfarction([68, 90], (ecg) => {
    depressed(ecg, ['V1', 'V2', 'V3'], 0.09)
    for (const lead of ['V1', 'V2', 'V3'] as const) {
      expect(ecg.qrs(lead).highest).toBeGreaterThan(-ecg.qrs(lead).lowest)
      expect(t(ecg, lead)).toBeGreaterThan(0.2)
    }
    level(ecg, ['II', 'III', 'aVF', 'I', 'V6'])
  }),
  diffuse_subendocardial_ischemia: sinusInfarction([90, 110], (ecg) => {
    depressed(ecg, ['I', 'II', 'V3', 'V4', 'V5', 'V6'], 0.08)
    expect([ecg.st('I'), ecg.st('II'), ecg.st('V3'), ecg.st('V4'), ecg.st('V5'), ecg.st('V6')].filter((st) => st <= -0.1).length).toBe(6)
    elevated(ecg, ['aVR'], 0.1)
  }),
  de_winter: sinusInfarction(
    [72, 90],
    (ecg) => {
      for (const lead of ['V2', 'V3', 'V4'] as const) {
        expect(ecg.st(lead, 0.03)).toBeLessThan(-0.1)
        expect(ecg.st(lead, 0.1)).toBeGreaterThan(ecg.st(lead, 0.03))
        expect(t(ecg, lead)).toBeGreaterThan(0.7)
      }
      expect(ecg.st('aVR', 0.04)).toBeGreaterThan(0.04)
    },
    tallT,
  ),
  wellens: sinusInfarction([62, 80], (ecg) => {
    for (const lead of ['V2', 'V3'] as const) expect(ecg.st(lead, 0.02)).toBeLessThan(0.1)
    for (const lead of ['V2', 'V3'] as const) {
      const rr = 60 / ecg.rate
      const end = 0.43 * Math.sqrt(rr)
      expect(ecg.largest(lead, end - 0.16, end)).toBeLessThan(-0.2)
      expect(ecg.qrs(lead).highest).toBeGreaterThan(0.25)
    }
    expect(t(ecg, 'II')).toBeGreaterThan(0.1)
  }),
  pericarditis: sinusInfarction([90, 106], (ecg) => {
    const baseline = (lead: Lead) => ecg.at(lead, -0.19)
    for (const lead of ['I', 'II', 'V2', 'V3', 'V4', 'V5', 'V6'] as const) expect(ecg.st(lead) - baseline(lead)).toBeGreaterThan(0.08)
    expect(ecg.st('aVR') - baseline('aVR')).toBeLessThan(-0.1)
    expect(baseline('II')).toBeGreaterThan(0.05)
    expect(baseline('V5')).toBeGreaterThan(0.04)
    expect(baseline('aVR')).toBeLessThan(-0.03)
    expect(ecg.st('aVL')).toBeGreaterThan(-0.05)
  }),
  early_repolarization: sinusInfarction([54, 68], (ecg) => {
    elevated(ecg, ['V2', 'V3', 'V4', 'V5'], 0.1)
    for (const lead of ['I', 'III', 'aVL'] as const) expect(ecg.st(lead)).toBeGreaterThan(-0.06)
    for (const lead of ['V3', 'V4'] as const) expect(t(ecg, lead)).toBeGreaterThan(0.5)
    // The rise between the J point and the T wave grows, so the segment is concave.
    expect(ecg.st('V3', 0.09) - ecg.st('V3', 0.05)).toBeGreaterThan(0)
  }),
  left_bundle_branch_block: {
    rates: [66, 85],
    ruler: steepT,
    check: (ecg) => {
      isWide(ecg, 0.125)
      expect(prOf(ecg)).toBeLessThan(0.21)
      for (const lead of ['I', 'V6'] as const) {
        expect(ecg.qrs(lead).highest).toBeGreaterThan(0.5)
        expect(ecg.qrs(lead).lowest).toBeGreaterThan(-0.12)
        expect(ecg.st(lead)).toBeLessThan(0)
        expect(t(ecg, lead)).toBeLessThan(-0.1)
      }
      expect(ecg.qrs('V1').lowest).toBeLessThan(-0.8)
      expect(ecg.qrs('V1').highest).toBeLessThan(0.25)
      elevated(ecg, ['V1', 'V2', 'V3'], 0.1)
    },
  },
  left_bundle_branch_block_infarction: {
    rates: [76, 95],
    ruler: steepT,
    check: (ecg) => {
      isWide(ecg, 0.125)
      expect(ecg.qrs('V1').lowest).toBeLessThan(-0.8)
      // Concordant: at least 1 mm of elevation where the complex points up.
      for (const lead of ['I', 'aVL', 'V5', 'V6'] as const) expect(mainly(ecg, lead)).toBeGreaterThan(0)
      elevated(ecg, ['I', 'aVL', 'V5', 'V6'], 0.1)
    },
  },
  right_bundle_branch_block: {
    rates: [64, 84],
    check: (ecg) => {
      isWide(ecg, 0.115)
      hasRsR(ecg)
      hasUsualAxis(ecg)
    },
  },
  left_anterior_fascicular_block: {
    rates: [64, 84],
    check: (ecg) => {
      isNarrow(ecg)
      hasLeftAxis(ecg)
      for (const lead of ['II', 'III', 'aVF'] as const) {
        expect(ecg.qrs(lead).highest).toBeGreaterThan(0.05)
        expect(-ecg.qrs(lead).lowest).toBeGreaterThan(2 * ecg.qrs(lead).highest)
      }
      expect(ecg.qrs('aVL').lowest).toBeLessThan(-0.04)
    },
  },
  bifascicular_block: {
    rates: [60, 80],
    check: (ecg) => {
      isWide(ecg, 0.115)
      hasRsR(ecg)
      hasLeftAxis(ecg)
    },
  },
  left_ventricular_hypertrophy: {
    rates: [68, 86],
    check: (ecg) => {
      isNarrow(ecg)
      // Sokolow and Lyon: S in V1 and R in V5 add up to 35 mm.
      expect(ecg.qrs('V5').highest - ecg.qrs('V1').lowest).toBeGreaterThan(3.5)
      expect(ecg.qrs('aVL').highest).toBeGreaterThan(0.9)
      for (const lead of ['I', 'aVL', 'V5', 'V6'] as const) {
        expect(ecg.st(lead)).toBeLessThan(-0.05)
        expect(t(ecg, lead)).toBeLessThan(-0.15)
      }
    },
  },
  hyperkalemia: {
    rates: [60, 74],
    ruler: tallT,
    check: (ecg) => {
      isWide(ecg, 0.11)
      for (const lead of ['V2', 'V3', 'V4'] as const) expect(t(ecg, lead)).toBeGreaterThan(0.9)
      expect(t(ecg, 'II')).toBeGreaterThan(0.6)
      expect(heightBefore(ecg, 'II', 0.2)).toBeLessThan(0.1)
    },
  },
  hyperkalemia_wide_qrs: {
    rates: [40, 54],
    ruler: tallT,
    check: (ecg) => {
      isWide(ecg, 0.14)
      for (const lead of ['V2', 'V3', 'V4'] as const) expect(t(ecg, lead)).toBeGreaterThan(0.9)
      expect(t(ecg, 'II')).toBeGreaterThan(0.6)
      expect(heightBefore(ecg, 'II', 0.3)).toBeLessThan(0.05)
    },
  },
  hyperkalemia_sine_wave: {
    rates: [50, 80],
    check: (ecg) => {
      for (const lead of ['II', 'V1', 'V3', 'V5'] as const) {
        const { sampleRate, millivolts } = ecg.lead(lead)
        const heights = Array.from(millivolts)
        expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.9)
        // One wave a beat, and nothing as steep as a QRS complex.
        expect(60 * upCrossings(ecg.lead(lead))).toBeGreaterThan(40)
        expect(60 * upCrossings(ecg.lead(lead))).toBeLessThan(100)
        expect(Math.max(...distances(heights).map(Math.abs)) * sampleRate).toBeLessThan(18)
      }
    },
  },
  hypokalemia: {
    rates: [66, 76],
    check: (ecg) => {
      isNarrow(ecg)
      const rr = 60 / ecg.rate
      const qt = 0.4 * Math.sqrt(rr)
      for (const lead of ['V2', 'V3', 'V4'] as const) {
        const u = ecg.at(lead, qt + 0.05)
        expect(u).toBeGreaterThan(0.12)
        expect(u).toBeGreaterThan(ecg.at(lead, qt - 0.08) + 0.05)
      }
      depressed(ecg, ['II', 'V4', 'V5'], 0.03)
    },
  },
  hypothermia: {
    rates: [40, 50],
    check: (ecg) => {
      hasRate(ecg, 36, 52)
      for (const lead of ['II', 'V3', 'V4', 'V5', 'V6'] as const) {
        const hump = Math.max(...[0.085, 0.092, 0.1, 0.108, 0.116].map((seconds) => ecg.at(lead, seconds)))
        expect(hump).toBeGreaterThan(0.2)
        expect(ecg.at(lead, 0.2)).toBeLessThan(0.5 * hump)
      }
    },
  },
  wolff_parkinson_white: {
    rates: [68, 86],
    check: (ecg) => {
      expect(prOf(ecg)).toBeLessThan(0.12)
      expect(ecg.width).toBeGreaterThan(0.105)
      // The beginning is slower than what follows.
      for (const lead of ['II', 'V4'] as const) {
        const early = ecg.at(lead, 0.028) - ecg.at(lead, 0)
        const later = ecg.at(lead, 0.062) - ecg.at(lead, 0.034)
        expect(early).toBeGreaterThan(0.02)
        expect(later).toBeGreaterThan(1.5 * early)
      }
    },
  },
  brugada: {
    rates: [64, 82],
    check: (ecg) => {
      for (const lead of ['V1', 'V2'] as const) {
        // Measured where the QRS complex of V5 has ended: high, and falling all the way into an inverted T wave.
        const heights = [0.12, 0.16, 0.2, 0.24].map((seconds) => ecg.at(lead, seconds))
        expect(heights[0]).toBeGreaterThan(0.2)
        for (const [index, height] of heights.entries()) expect(height).toBeLessThan(heights[index - 1] ?? Number.POSITIVE_INFINITY)
        expect(t(ecg, lead)).toBeLessThan(-0.15)
      }
      for (const lead of ['I', 'II', 'V5', 'V6'] as const) expect(Math.abs(ecg.at(lead, 0.16))).toBeLessThan(0.12)
    },
  },
  pulmonary_embolism: {
    rates: [108, 122],
    check: (ecg) => {
      hasRate(ecg, 100, 130)
      isNarrow(ecg)
      expect(ecg.qrs('I').lowest).toBeLessThan(-0.3)
      expect(ecg.at('III', 0.012)).toBeLessThan(0)
      expect(ecg.qrs('III').lowest).toBeLessThan(-0.1)
      for (const lead of ['III', 'V1', 'V2', 'V3'] as const) expect(t(ecg, lead)).toBeLessThan(-0.08)
    },
  },
  sodium_channel_blockade: {
    rates: [110, 125],
    check: (ecg) => {
      hasRate(ecg, 100, 130)
      isWide(ecg, 0.115)
      expect(ecg.largest('aVR', 0.07, 0.14)).toBeGreaterThan(0.3)
      expect(ecg.largest('I', 0.07, 0.14)).toBeLessThan(-0.3)
    },
  },
  digoxin_effect: {
    rates: [58, 70],
    check: (ecg) => {
      isNarrow(ecg)
      for (const lead of ['II', 'V5', 'V6'] as const) {
        const scoop = [0.03, 0.05, 0.07, 0.09].map((seconds) => ecg.st(lead, seconds))
        expect(Math.min(...scoop)).toBeLessThan(-0.1)
        expect(ecg.st(lead, 0.01)).toBeGreaterThan(Math.min(...scoop) + 0.02)
      }
    },
  },
  long_qt_interval: {
    rates: [62, 72],
    check: (ecg) => {
      isNarrow(ecg)
      const rr = 60 / ecg.rate
      // Past a corrected 0.44 s, the T wave is still at a third of its height or more.
      const peak = ecg.largest('V3', 0.2, 0.62 * rr)
      expect(ecg.at('V3', 0.44 * Math.sqrt(rr))).toBeGreaterThan(0.33 * peak)
    },
  },
  electrical_alternans: {
    rates: [106, 118],
    check: (ecg) => {
      isRegular(ecg)
      const { sampleRate, millivolts } = ecg.lead('V4')
      const peaks = ecg.beats.slice(1, -1).map(({ onset, end }) => {
        const complex = Array.from(millivolts).slice(Math.round(onset * sampleRate), Math.round(end * sampleRate))
        return Math.max(...complex)
      })
      for (const [index, peak] of peaks.entries()) {
        const next = peaks[index + 1]
        if (next !== undefined) expect(Math.max(peak, next) / Math.min(peak, next)).toBeGreaterThan(1.5)
      }
    },
  },
  ventricular_paced: {
    rates: [68, 78],
    ruler: { threshold: 0.3 },
    check: (ecg) => {
      isWide(ecg, 0.125)
      isRegular(ecg, 0.04)
      for (const { onset } of ecg.beats.slice(1, -1)) {
        expect(ecg.spikes.some((spike) => onset - spike > -0.02 && onset - spike < 0.06)).toBe(true)
      }
      expect(mainly(ecg, 'II')).toBeLessThan(0)
      expect(mainly(ecg, 'V1')).toBeLessThan(0)
    },
  },
  ventricular_tachycardia: {
    rates: [150, 180],
    ruler: { threshold: 0.3 },
    check: (ecg) => {
      expect(ecg.width).toBeGreaterThan(0.12)
      hasRate(ecg, 145, 190)
      expect(variation(ecg.rr)).toBeLessThan(0.08)
      // Regular, but not as even as a machine.
      expect(variation(ecg.rr)).toBeGreaterThan(0.003)
      expect(mainly(ecg, 'aVR')).toBeGreaterThan(0.3)
      expect(mainly(ecg, 'II')).toBeLessThan(0)
      expect(mainly(ecg, 'V1')).toBeGreaterThan(0)
      expect(mainly(ecg, 'V6')).toBeLessThan(0)
    },
  },
  atrial_fibrillation: {
    rates: [90, 140],
    ruler: steepT,
    check: (ecg) => {
      isNarrow(ecg)
      expect(variation(ecg.rr)).toBeGreaterThan(0.12)
      expect(heightBefore(ecg, 'II')).toBeLessThan(0.1)
    },
  },
  atrial_flutter: {
    rates: [75, 100, 150],
    check: (ecg) => {
      isNarrow(ecg)
      isRegular(ecg, 0.05)
      const perBeat = Math.round(300 / ecg.rate)
      const rr = 60 / ecg.rate
      const between = Array.from({ length: 60 }, (_, step) => 0.14 + (step * (rr - 0.17)) / 59).map((seconds) => ecg.at('III', seconds))
      const signal = { sampleRate: 60 / (rr - 0.17), millivolts: between }
      expect(Math.max(...between) - Math.min(...between)).toBeGreaterThan(0.15)
      if (perBeat >= 3) expect(upCrossings(signal)).toBeGreaterThan(2)
      expect(ecg.rate * perBeat).toBeGreaterThan(270)
      expect(ecg.rate * perBeat).toBeLessThan(330)
    },
  },
  supraventricular_tachycardia: {
    rates: [170, 200],
    ruler: steepT,
    check: (ecg) => {
      hasRate(ecg, 150, 220)
      isRegular(ecg, 0.05)
      expect(ecg.width).toBeLessThan(0.13)
      expect(heightBefore(ecg, 'II', 0.07)).toBeLessThan(0.08)
    },
  },
  third_degree_block: {
    rates: [30, 38],
    ruler: { threshold: 0.15 },
    check: (ecg) => {
      hasRate(ecg, 28, 42)
      isRegular(ecg, 0.04)
      isWide(ecg)
      expect(heightBefore(ecg, 'II')).toBeLessThan(0.13)
    },
  },
  arm_lead_reversal: {
    rates: [66, 82],
    check: (ecg) => {
      isNarrow(ecg)
      expect(mainly(ecg, 'I')).toBeLessThan(-0.3)
      expect(t(ecg, 'I')).toBeLessThan(-0.1)
      expect(ecg.at('I', -0.1)).toBeLessThan(0)
      expect(mainly(ecg, 'aVR')).toBeGreaterThan(0.1)
      // Unlike a heart on the right side: the chest leads grow as usual.
      expect(ecg.qrs('V4').highest).toBeGreaterThan(ecg.qrs('V1').highest + 0.5)
    },
  },
}

/** An R', taller than the R before it, in V1, and a broad late S wave in I and V6. */
function hasRsR(ecg: TwelveLead) {
  const late = ecg.largest('V1', 0.07, 0.13)
  expect(late).toBeGreaterThan(0.4)
  expect(late).toBeGreaterThan(ecg.largest('V1', 0, 0.035))
  expect(Math.min(...[0.035, 0.045, 0.055].map((seconds) => ecg.at('V1', seconds)))).toBeLessThan(-0.1)
  for (const lead of ['I', 'V6'] as const) expect(ecg.largest(lead, 0.075, 0.12)).toBeLessThan(-0.15)
  expect(t(ecg, 'V1')).toBeLessThan(0)
}

/** Up in I and aVL, down in II, III and aVF. */
function hasLeftAxis(ecg: TwelveLead) {
  for (const lead of ['I', 'aVL'] as const) expect(mainly(ecg, lead)).toBeGreaterThan(0.3)
  for (const lead of ['II', 'III', 'aVF'] as const) expect(mainly(ecg, lead)).toBeLessThan(-0.2)
}

describe.each(ecgPatterns)('%s', (pattern) => {
  const { rates, ruler = {}, check } = definitions[pattern]
  test.each([null, ...rates])('shows what defines it at a rate of %s', (rate) => {
    for (const seed of SEEDS) check(measure(pattern, rate, seed, ruler))
  })
})

test('III, aVR, aVL and aVF follow from I and II by the laws of Einthoven and Goldberger', () => {
  for (const pattern of ecgPatterns) {
    const { leads: signals } = twelveLeadSignal({ pattern, rate: null, seed: 7 }, SECONDS)
    const at = (lead: Lead, index: number) => signals[lead][index] ?? Number.NaN
    let furthest = 0
    for (let index = 0; index < signals.I.length; index += 5) {
      const [one, two, three] = [at('I', index), at('II', index), at('III', index)]
      const off = [
        two - (one + three),
        at('aVR', index) + (one + two) / 2,
        at('aVL', index) - (one - three) / 2,
        at('aVF', index) - (two + three) / 2,
      ]
      furthest = Math.max(furthest, ...off.map(Math.abs))
    }
    expect(furthest).toBeLessThan(1e-9)
  }
})
