import { type ModuleName, modules } from '../../questions/shown/modules.ts'

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

export const windowOf = Object.fromEntries(modules.map(({ name, slug }) => [name, slug])) as Readonly<Record<ModuleName, Slug>>

export const masteryIn = Object.fromEntries(modules.map(({ slug }) => [slug, `right:${slug}`])) as {
  readonly [Module in Slug]: `right:${Module}`
}

export type AccuracyMeasure = 'rightOf50' | 'rightOf100' | 'rightOfHard200' | 'rightOfHard300' | `right:${Slug}`

export const accuracies = {
  rightOf50: { latest: 'fresh', of: 50, in: 'percent' },
  rightOf100: { latest: 'fresh', of: 100, in: 'percent' },
  rightOfHard200: { latest: 'hard', of: 200, in: 'percent' },
  rightOfHard300: { latest: 'hard', of: 300, in: 'percent' },
  ...Object.fromEntries(modules.map(({ slug }) => [masteryIn[slug], { latest: slug, of: WINDOW_LENGTHS.module, in: 'answers' }])),
} as Readonly<Record<AccuracyMeasure, Accuracy>>

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
