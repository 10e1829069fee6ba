import type { ModuleName, modules } from '../modules.ts'

/** What achievements are measured by. Each measure holds the best that was reached so far, so that none ever falls. */

type Slug = (typeof modules)[number]['slug']

/** The share of right answers among the latest of some kind, once there are so many. */
interface Accuracy {
  readonly latest: Window
  readonly of: number
  readonly in: 'percent' | 'answers'
}

/** The latest answers of a kind: all fresh ones, those to moderate and hard questions, those of one module. */
export type Window = 'fresh' | 'hard' | Slug

/** How many of the latest answers are kept of each. */
export const WINDOW_LENGTHS = { fresh: 100, hard: 300, module: 50 } as const

/** Of the latest 50 fresh answers in a module, so many right are mastery. */
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

/** What mastery of a module is measured by. */
export const masteryIn = Object.fromEntries(Object.values(windowOf).map((slug) => [slug, `right:${slug}`])) as {
  readonly [Module in Slug]: `right:${Module}`
}

export type Measure =
  | AccuracyMeasure
  /** Days in a row. */
  | 'longestStreak'
  /** Questions, each once a day, with a choice made. */
  | 'answered'
  | 'masteredModules'
  /** Of the completed sessions without a wrong answer, the most fresh answers in one; and how many had 5, or 10. */
  | 'longestPerfect'
  | 'perfectOf5'
  | 'perfectOf10'
  /** Right answers to new questions, neither slower than 45 seconds nor faster than reading. */
  | 'quick'
  /** Weeks from Monday to Sunday with at least five study days. */
  | 'goodWeeks'

/** A measure that is left out stands at 0. */
export type Measures = Readonly<Partial<Record<Measure, number>>>

export const isAccuracy = (measure: Measure): measure is AccuracyMeasure => measure in accuracies
