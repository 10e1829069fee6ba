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

/** The longest texts of a question, in characters. By themselves, so that screens can load them without the schemas. */
export const longest = {
  stem: 2000,
  set: 60,
  patient: 2000,
  part: 300,
  rationale: 1200,
  unit: 20,
  explanation: 3000,
  clinicalPearl: 600,
  caption: 90,
  reference: 300,
  guideline: 150,
  change: 400,
  subTopic: 80,
  alternativeText: 1500,
} as const

/** Trends on a monitor: values in a row, characters of a value, and the minutes they span. */
export const trendBounds = { values: { min: 2, max: 12 }, characters: 12, minutes: { min: 1, max: 240 } } as const

export const questionSources = ['curated', 'ai', 'educator'] as const
