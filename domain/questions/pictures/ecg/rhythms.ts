import type { EcgRhythm } from '../names.ts'
import { chanceOf } from '../random.ts'
import { compressions, tremor } from './artefact.ts'
import * as blocks from './blocks.ts'
import * as early from './early-beats.ts'
import * as paced from './paced.ts'
import * as sinus from './sinus.ts'
import type { Order, Sketch } from './sketch.ts'
import * as supraventricular from './supraventricular.ts'
import * as ventricular from './ventricular.ts'

const sketches: Readonly<Record<EcgRhythm, (order: Order) => Sketch>> = {
  normal_sinus: sinus.normalSinus,
  sinus_bradycardia: sinus.sinusBradycardia,
  sinus_tachycardia: sinus.sinusTachycardia,
  sinus_arrhythmia: sinus.sinusArrhythmia,
  sinus_arrest: sinus.sinusArrest,
  premature_atrial_complexes: early.prematureAtrial,
  wandering_atrial_pacemaker: supraventricular.wanderingPacemaker,
  atrial_tachycardia: supraventricular.atrialTachycardia,
  multifocal_atrial_tachycardia: supraventricular.multifocalTachycardia,
  atrial_fibrillation: supraventricular.atrialFibrillation,
  atrial_flutter: supraventricular.atrialFlutter,
  supraventricular_tachycardia: supraventricular.supraventricularTachycardia,
  premature_junctional_complexes: early.prematureJunctional,
  junctional_escape: supraventricular.junctionalEscape,
  accelerated_junctional: supraventricular.acceleratedJunctional,
  junctional_tachycardia: supraventricular.junctionalTachycardia,
  first_degree_block: sinus.firstDegreeBlock,
  second_degree_type_1: blocks.secondDegreeType1,
  second_degree_type_2: blocks.secondDegreeType2,
  second_degree_2_to_1: blocks.secondDegree2to1,
  third_degree_block: blocks.thirdDegreeBlock,
  premature_ventricular_complexes: early.prematureVentricular,
  multifocal_premature_ventricular_complexes: early.multifocalVentricular,
  ventricular_bigeminy: early.bigeminy,
  ventricular_trigeminy: early.trigeminy,
  ventricular_couplets: early.couplets,
  r_on_t: early.rOnT,
  nonsustained_ventricular_tachycardia: early.nonsustainedTachycardia,
  ventricular_tachycardia: ventricular.ventricularTachycardia,
  polymorphic_ventricular_tachycardia: ventricular.polymorphicTachycardia,
  torsades_de_pointes: ventricular.torsades,
  ventricular_fibrillation_coarse: ventricular.coarseFibrillation,
  ventricular_fibrillation_fine: ventricular.fineFibrillation,
  idioventricular: ventricular.idioventricular,
  accelerated_idioventricular: ventricular.acceleratedIdioventricular,
  agonal: ventricular.agonal,
  asystole: ventricular.asystole,
  ventricular_standstill: blocks.ventricularStandstill,
  pre_excited_atrial_fibrillation: supraventricular.preExcitedFibrillation,
  long_qt: sinus.longQt,
  atrial_paced: paced.atrialPaced,
  ventricular_paced: paced.ventricularPaced,
  dual_chamber_paced: paced.dualChamberPaced,
  failure_to_capture: paced.failureToCapture,
  failure_to_sense: paced.failureToSense,
  peaked_t_waves: sinus.peakedT,
  sine_wave: ventricular.sineWave,
  osborn_waves: sinus.osbornWaves,
  compression_artefact: compressions,
  tremor_artefact: tremor,
}

export interface RhythmOrder {
  readonly rhythm: EcgRhythm
  /** Beats/min; null for the rhythm's usual rate. */
  readonly rate: number | null
  readonly seed: number
}

export function rhythmSketch({ rhythm, rate, seed }: RhythmOrder, seconds: number): Sketch {
  const chance = chanceOf(`${rhythm} ${rate} ${seed}`)
  return sketches[rhythm]({ seconds, chance, rateBetween: (low, high) => rate ?? chance.between(low, high) })
}
