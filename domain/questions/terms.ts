export const difficulties = ['easy', 'moderate', 'hard'] as const
export type Difficulty = (typeof difficulties)[number]

/** Bloom's revised taxonomy, lowest first. */
export const bloomsLevels = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const

export const questionTypes = [
  'multiple_choice',
  'scenario_sequence',
  'matching',
  'drag_drop',
  'fill_in_blank',
  'true_false',
  'clinical_image',
  'multiple_response',
  'build_list',
  'options_table',
  'hot_spot',
] as const
export type QuestionType = (typeof questionTypes)[number]

export const nremtDomains = [
  'Airway, Respiration & Ventilation',
  'Cardiology & Resuscitation',
  'Trauma',
  'Medical / Obstetrics & Gynecology',
  'EMS Operations',
] as const

export const ageGroups = ['neonate', 'infant', 'child', 'adolescent', 'adult', 'geriatric', 'any'] as const

/** As the national exam names them. */
export const judgmentSteps = [
  'recognize cues',
  'analyze cues',
  'define hypotheses',
  'generate solutions',
  'take action',
  'evaluate outcomes',
] as const

export const guidelineYears = { min: 2000, max: 2100 } as const

export const questionSources = ['curated', 'ai', 'educator'] as const
