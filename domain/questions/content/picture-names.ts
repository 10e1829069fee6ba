/** Names never change: stored questions refer to them. */

export const ecgRhythms = [
  'normal_sinus',
  'sinus_bradycardia',
  'sinus_tachycardia',
  'sinus_arrhythmia',
  'sinus_arrest',
  'premature_atrial_complexes',
  'wandering_atrial_pacemaker',
  'atrial_tachycardia',
  'multifocal_atrial_tachycardia',
  'atrial_fibrillation',
  'atrial_flutter',
  'supraventricular_tachycardia',
  'premature_junctional_complexes',
  'junctional_escape',
  'accelerated_junctional',
  'junctional_tachycardia',
  'first_degree_block',
  'second_degree_type_1',
  'second_degree_type_2',
  'second_degree_2_to_1',
  'third_degree_block',
  'premature_ventricular_complexes',
  'multifocal_premature_ventricular_complexes',
  'ventricular_bigeminy',
  'ventricular_trigeminy',
  'ventricular_couplets',
  'r_on_t',
  'nonsustained_ventricular_tachycardia',
  'ventricular_tachycardia',
  'polymorphic_ventricular_tachycardia',
  'torsades_de_pointes',
  'ventricular_fibrillation_coarse',
  'ventricular_fibrillation_fine',
  'idioventricular',
  'accelerated_idioventricular',
  'agonal',
  'asystole',
  'ventricular_standstill',
  'pre_excited_atrial_fibrillation',
  'long_qt',
  'atrial_paced',
  'ventricular_paced',
  'dual_chamber_paced',
  'failure_to_capture',
  'failure_to_sense',
  'peaked_t_waves',
  'sine_wave',
  'osborn_waves',
  'compression_artefact',
  'tremor_artefact',
] as const
export type EcgRhythm = (typeof ecgRhythms)[number]

export const ecgPatterns = [
  'normal',
  'anterior_infarction',
  'anterolateral_infarction',
  'septal_infarction',
  'lateral_infarction',
  'inferior_infarction',
  'inferior_right_ventricular_infarction',
  'posterior_infarction',
  'diffuse_subendocardial_ischemia',
  'de_winter',
  'wellens',
  'pericarditis',
  'early_repolarization',
  'left_bundle_branch_block',
  'left_bundle_branch_block_infarction',
  'right_bundle_branch_block',
  'left_anterior_fascicular_block',
  'bifascicular_block',
  'left_ventricular_hypertrophy',
  'hyperkalemia',
  'hyperkalemia_wide_qrs',
  'hyperkalemia_sine_wave',
  'hypokalemia',
  'hypothermia',
  'wolff_parkinson_white',
  'brugada',
  'pulmonary_embolism',
  'sodium_channel_blockade',
  'digoxin_effect',
  'long_qt_interval',
  'electrical_alternans',
  'ventricular_paced',
  'ventricular_tachycardia',
  'atrial_fibrillation',
  'atrial_flutter',
  'supraventricular_tachycardia',
  'third_degree_block',
  'arm_lead_reversal',
] as const
export type EcgPattern = (typeof ecgPatterns)[number]

/** On the rhythm of a strip or a 12-lead. */
export const stripMarks = ['p_waves', 'pr_interval', 'qrs_width', 'qt_interval', 'rr_interval', 'dropped_beat'] as const
export type StripMark = (typeof stripMarks)[number]
export const ecgMarks = [...stripMarks, 'st_elevation', 'st_depression'] as const
export type EcgMark = (typeof ecgMarks)[number]

export const capnogramPatterns = [
  'normal',
  'bronchospasm',
  'esophageal',
  'rebreathing',
  'return_of_circulation',
  'leak',
  'hypoventilation',
  'hyperventilation',
  'apnea',
  'curare_cleft',
  'compressions',
  'falling_perfusion',
] as const
export type CapnogramPattern = (typeof capnogramPatterns)[number]

export const breathSounds = [
  'vesicular',
  'wheeze',
  'stridor',
  'fine_crackles',
  'coarse_crackles',
  'rhonchi',
  'pleural_rub',
  'absent',
] as const
export type BreathSound = (typeof breathSounds)[number]

export const heartSounds = ['normal_s1_s2', 's3_gallop', 'systolic_murmur', 'diastolic_murmur', 'pericardial_rub', 'muffled'] as const
export type HeartSound = (typeof heartSounds)[number]

export const bodySounds = [...breathSounds, ...heartSounds] as const
export type BodySound = (typeof bodySounds)[number]
