import type { EcgPattern } from '../names.ts'
import { chanceOf } from '../random.ts'
import { complexOf, qtAt } from './complexes.ts'
import * as conduction from './conduction.ts'
import * as heart from './heart-and-blood.ts'
import * as ischemia from './ischemia.ts'
import { roundP } from './p-waves.ts'
import { type DrawPattern, inAnotherChest } from './pattern.ts'
import * as rhythm from './rhythm-patterns.ts'
import { sinusRhythm } from './schedules.ts'
import type { Order, Sketch } from './sketch.ts'

const patterns: Readonly<Record<EcgPattern, DrawPattern>> = {
  normal: heart.normal,
  anterior_infarction: ischemia.anteriorInfarction,
  anterolateral_infarction: ischemia.anterolateralInfarction,
  septal_infarction: ischemia.septalInfarction,
  lateral_infarction: ischemia.lateralInfarction,
  inferior_infarction: ischemia.inferiorInfarction,
  inferior_right_ventricular_infarction: ischemia.inferiorRightVentricularInfarction,
  posterior_infarction: ischemia.posteriorInfarction,
  diffuse_subendocardial_ischemia: ischemia.diffuseSubendocardialIschemia,
  de_winter: ischemia.deWinter,
  wellens: ischemia.wellens,
  pericarditis: heart.pericarditis,
  early_repolarization: heart.earlyRepolarization,
  left_bundle_branch_block: conduction.leftBundleBranchBlock,
  left_bundle_branch_block_infarction: conduction.leftBundleBranchBlockInfarction,
  right_bundle_branch_block: conduction.rightBundleBranchBlock,
  left_anterior_fascicular_block: conduction.leftAnteriorFascicularBlock,
  bifascicular_block: conduction.bifascicularBlock,
  left_ventricular_hypertrophy: heart.leftVentricularHypertrophy,
  hyperkalemia: heart.hyperkalemia,
  hypokalemia: heart.hypokalemia,
  hypothermia: heart.hypothermia,
  wolff_parkinson_white: conduction.wolffParkinsonWhite,
  brugada: conduction.brugada,
  pulmonary_embolism: heart.pulmonaryEmbolism,
  sodium_channel_blockade: heart.sodiumChannelBlockade,
  digoxin_effect: heart.digoxinEffect,
  long_qt_interval: heart.longQtInterval,
  electrical_alternans: rhythm.electricalAlternans,
  ventricular_paced: rhythm.ventricularPaced,
  ventricular_tachycardia: rhythm.ventricularTachycardia,
  atrial_fibrillation: rhythm.atrialFibrillation,
  atrial_flutter: rhythm.atrialFlutter,
  supraventricular_tachycardia: rhythm.supraventricularTachycardia,
  third_degree_block: rhythm.thirdDegreeBlock,
  arm_lead_reversal: rhythm.armLeadReversal,
}

export interface PatternOrder {
  readonly pattern: EcgPattern
  /** Beats/min; null for the pattern's usual rate. */
  readonly rate: number | null
  readonly seed: number
}

const prAt = (rr: number) => (rr < 0.55 ? 0.13 : 0.16)

export function patternSketch({ pattern, rate, seed }: PatternOrder, seconds: number): Sketch {
  const chance = chanceOf(`12-lead ${pattern} ${rate} ${seed}`)
  const order: Order = { seconds, chance, rateBetween: (low, high) => rate ?? chance.between(low, high) }
  const drawn = patterns[pattern](chance)
  const { qrs = chance.between(0.084, 0.094), qtc = 0.4, tForm = 'usual' } = drawn
  const rr = 60 / order.rateBetween(...drawn.rate)
  const shapes = inAnotherChest(drawn.shapes, chance)
  const complex = (interval: number) => complexOf(shapes, { qrs, qt: qtAt(interval, qtc), tForm })
  const sketch = drawn.rhythm
    ? drawn.rhythm(order, rr, complex)
    : sinusRhythm(order, { rr, pr: drawn.pr ?? prAt(rr), p: drawn.p ?? roundP(chance.about(0.13, 0.1)), complex })
  return { ...sketch, unrest: drawn.unrest ?? 0.008, remarks: [...sketch.remarks, ...(drawn.remarks ?? [])] }
}
