import type { ModuleName, modules } from '../../questions/modules.ts'

/** A measure holds the best value reached, so it never falls. */

export type Slug = (typeof modules)[number]['slug']

interface Accuracy {
  readonly latest: Window
  readonly of: number
  readonly in: 'percent' | 'answers'
}

/** All fresh answers, moderate and hard questions, or one module. */
export type Window = 'fresh' | 'hard' | Slug

export const WINDOW_LENGTHS = { fresh: 100, hard: 300, module: 50 } as const

/** Right among the latest 50 fresh answers of a module. */
export const MASTERY = 40

export const windowOf: Readonly<Record<ModuleName, Slug>> = {
  'Airway, Respiration & Ventilation': 'airway',
  'Cardiology & Resuscitation': 'cardiology',
  Trauma: 'trauma',
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': 'medical',
  'Pharmacology & Medication Administration': 'pharmacology',
  Pediatrics: 'pediatrics',
  Geriatrics: 'geriatrics',
  'EMS Operations': 'operations',
  'Psychiatric Emergencies': 'psychiatric',
}

const mastery = (latest: Slug): Accuracy => ({ latest, of: WINDOW_LENGTHS.module, in: 'answers' })

export const accuracies = {
  rightOf50: { latest: 'fresh', of: 50, in: 'percent' },
  rightOf100: { latest: 'fresh', of: 100, in: 'percent' },
  rightOfHard200: { latest: 'hard', of: 200, in: 'percent' },
  rightOfHard300: { latest: 'hard', of: 300, in: 'percent' },
  'right:airway': mastery('airway'),
  'right:cardiology': mastery('cardiology'),
  'right:trauma': mastery('trauma'),
  'right:medical': mastery('medical'),
  'right:pharmacology': mastery('pharmacology'),
  'right:pediatrics': mastery('pediatrics'),
  'right:geriatrics': mastery('geriatrics'),
  'right:operations': mastery('operations'),
  'right:psychiatric': mastery('psychiatric'),
} as const satisfies Readonly<Record<string, Accuracy>>
export type AccuracyMeasure = keyof typeof accuracies

export const masteryIn = Object.fromEntries(Object.values(windowOf).map((slug) => [slug, `right:${slug}`])) as {
  readonly [Module in Slug]: `right:${Module}`
}

export type Measure =
  | AccuracyMeasure
  | 'longestStreak'
  /** Once per question and day, with a choice made. */
  | 'answered'
  | 'masteredModules'
  /** In completed sessions without a wrong answer. */
  | 'longestPerfect'
  | 'perfectOf5'
  | 'perfectOf10'
  /** Right answers to new questions within 45 seconds, but slower than reading. */
  | 'quick'
  /** Weeks from Monday with at least five study days. */
  | 'goodWeeks'

/** Missing means 0. */
export type Measures = Readonly<Partial<Record<Measure, number>>>

export const isAccuracy = (measure: Measure): measure is AccuracyMeasure => measure in accuracies
