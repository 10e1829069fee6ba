import type { Tier } from '../../billing/shown/tiers.ts'
import { accuracies, isAccuracy, MASTERY, type Measure, type Measures, type Slug, WINDOW_LENGTHS } from './measures.ts'
import type { Tallies } from './tallies.ts'

/** Facts store ids, so an id never changes. Earned achievements stay if a requirement is raised. */

export const achievementTypes = [
  'study_streak',
  'accuracy_milestone',
  'questions_answered',
  'module_mastery',
  'perfect_session',
  'speed_demon',
  'dedicated_learner',
] as const
export type AchievementType = (typeof achievementTypes)[number]

export interface Achievement {
  readonly id: string
  readonly type: AchievementType
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly requirement: number
  readonly points: number
  readonly measure: Measure
}

type Step<Id extends string> = readonly [id: Id, name: string, description: string, icon: string, requirement: number, points: number]

const steps = <const Id extends string>(type: AchievementType, measure: Measure, rows: readonly Step<Id>[]) =>
  rows.map(([id, name, description, icon, requirement, points]) => ({ id, type, name, description, icon, requirement, points, measure }))

const mastery = <const S extends Slug>(slug: S, name: string, module: string, icon: string) =>
  ({
    id: `mastery-${slug}`,
    type: 'module_mastery',
    name: `${name} Mastery`,
    description: `Answer ${MASTERY} of your last ${WINDOW_LENGTHS.module} scored questions in ${module} correctly.`,
    icon,
    requirement: MASTERY,
    points: 40,
    measure: `right:${slug}`,
  }) as const

export const achievements = [
  ...steps('study_streak', 'longestStreak', [
    ['streak-3-days', 'Three in a Row', 'Study on 3 days in a row.', 'sprout', 3, 10],
    ['streak-7-days', 'A Full Week', 'Study on 7 days in a row.', 'flame', 7, 20],
    ['streak-14-days', 'Two Full Weeks', 'Study on 14 days in a row.', 'calendar-check', 14, 30],
    ['streak-30-days', 'Thirty Days', 'Study on 30 days in a row.', 'calendar-days', 30, 50],
    ['streak-60-days', 'Sixty Days', 'Study on 60 days in a row.', 'calendar-range', 60, 80],
    ['streak-100-days', 'One Hundred Days', 'Study on 100 days in a row.', 'milestone', 100, 120],
    ['streak-180-days', 'Half a Year', 'Study on 180 days in a row.', 'sun', 180, 180],
    ['streak-365-days', 'A Whole Year', 'Study on 365 days in a row.', 'infinity', 365, 300],
  ]),
  ...steps('accuracy_milestone', 'rightOf50', [
    ['accuracy-70', 'Steady Hand', 'Answer 70% of your last 50 scored questions correctly.', 'crosshair', 70, 10],
  ]),
  ...steps('accuracy_milestone', 'rightOf100', [
    ['accuracy-75', 'Good Judgment', 'Answer 75% of your last 100 scored questions correctly.', 'gauge', 75, 20],
    ['accuracy-80', 'Sharp Eye', 'Answer 80% of your last 100 scored questions correctly.', 'eye', 80, 40],
  ]),
  ...steps('accuracy_milestone', 'rightOfHard200', [
    ['accuracy-85', 'Sure Footing', 'Answer 85% of your last 200 scored moderate and hard questions correctly.', 'target', 85, 80],
  ]),
  ...steps('accuracy_milestone', 'rightOfHard300', [
    ['accuracy-90', 'Nine out of Ten', 'Answer 90% of your last 300 scored moderate and hard questions correctly.', 'award', 90, 150],
  ]),
  ...steps('questions_answered', 'answered', [
    ['answered-1', 'First Answer', 'Answer your first question.', 'footprints', 1, 5],
    ['answered-25', 'Warmed Up', 'Answer 25 questions.', 'pencil', 25, 10],
    ['answered-100', 'First Hundred', 'Answer 100 questions.', 'book-open', 100, 20],
    ['answered-250', 'Well on the Way', 'Answer 250 questions.', 'route', 250, 30],
    ['answered-500', 'Five Hundred', 'Answer 500 questions.', 'book-open-check', 500, 50],
    ['answered-1000', 'One Thousand', 'Answer 1,000 questions.', 'library', 1000, 100],
    ['answered-2500', 'Twenty-Five Hundred', 'Answer 2,500 questions.', 'library-big', 2500, 200],
    ['answered-5000', 'Five Thousand', 'Answer 5,000 questions.', 'mountain', 5000, 300],
  ]),
  mastery('airway', 'Airway', 'Airway, Respiration & Ventilation', 'wind'),
  mastery('cardiology', 'Cardiology', 'Cardiology & Resuscitation', 'heart-pulse'),
  mastery('trauma', 'Trauma', 'Trauma', 'bandage'),
  mastery('medical', 'Medical', 'Medical Emergencies', 'stethoscope'),
  mastery('pharmacology', 'Pharmacology', 'Pharmacology', 'pill'),
  mastery('pediatrics', 'Pediatrics', 'Pediatrics', 'baby'),
  mastery('geriatrics', 'Geriatrics', 'Geriatrics', 'glasses'),
  mastery('operations', 'Operations', 'EMS Operations', 'ambulance'),
  mastery('psychiatric', 'Psychiatric', 'Psychiatric Emergencies', 'brain'),
  ...steps('module_mastery', 'masteredModules', [
    ['mastery-3-modules', 'Three Modules Strong', 'Reach mastery in three modules.', 'layers', 3, 60],
    ['mastery-6-modules', 'Six Modules Strong', 'Reach mastery in six modules.', 'shield-check', 6, 120],
    ['mastery-9-modules', 'All Nine Modules', 'Reach mastery in all nine modules.', 'crown', 9, 250],
  ]),
  ...steps('perfect_session', 'longestPerfect', [
    ['perfect-5', 'Clean Sheet', 'Finish a session of at least 5 questions with every answer correct.', 'circle-check', 5, 15],
    ['perfect-10', 'Ten for Ten', 'Finish a session of at least 10 questions with every answer correct.', 'list-checks', 10, 30],
    ['perfect-20', 'Twenty for Twenty', 'Finish a session of at least 20 questions with every answer correct.', 'badge-check', 20, 80],
  ]),
  ...steps('perfect_session', 'perfectOf5', [
    ['perfect-sessions-5', 'Clean Sheets', 'Finish 5 sessions of at least 5 questions with every answer correct.', 'check-check', 5, 50],
  ]),
  ...steps('perfect_session', 'perfectOf10', [
    ['perfect-sessions-10', 'Precision', 'Finish 10 sessions of at least 10 questions with every answer correct.', 'star', 10, 120],
  ]),
  ...steps('speed_demon', 'quick', [
    ['quick-10', 'Quick and Right', 'Answer 10 new questions correctly in 45 seconds or less each.', 'timer', 10, 10],
    ['quick-50', 'Good Pace', 'Answer 50 new questions correctly in 45 seconds or less each.', 'zap', 50, 30],
    ['quick-150', 'Time to Spare', 'Answer 150 new questions correctly in 45 seconds or less each.', 'bird', 150, 60],
    ['quick-400', 'Second Nature', 'Answer 400 new questions correctly in 45 seconds or less each.', 'rocket', 400, 120],
  ]),
  ...steps('dedicated_learner', 'goodWeeks', [
    ['five-day-week', 'A Good Week', 'Study on 5 days in one week.', 'calendar-heart', 1, 10],
    ['five-day-weeks-4', 'Four Good Weeks', 'Study on 5 days a week in 4 weeks.', 'repeat', 4, 30],
    ['five-day-weeks-12', 'Twelve Good Weeks', 'Study on 5 days a week in 12 weeks.', 'hourglass', 12, 80],
    ['five-day-weeks-26', 'Twenty-Six Good Weeks', 'Study on 5 days a week in 26 weeks.', 'trophy', 26, 150],
  ]),
] satisfies readonly Achievement[]

export type AchievementId = (typeof achievements)[number]['id']

const byId: ReadonlyMap<string, Achievement> = new Map(achievements.map((achievement) => [achievement.id, achievement]))
export const achievementOf = (id: string): Achievement | null => byId.get(id) ?? null

/** Long sessions need these plans; everything else is reachable with every plan. */
const reachableFrom: Partial<Record<AchievementId, Exclude<Tier, 'free'>>> = {
  'perfect-5': 'basic',
  'perfect-sessions-5': 'basic',
  'perfect-10': 'premium',
  'perfect-20': 'premium',
  'perfect-sessions-10': 'premium',
}
export const reachableFromTier = (id: string): Tier => reachableFrom[id as AchievementId] ?? 'free'

/** Requires that the steps of a measure stand together in the catalogue. */
const stepsByMeasure = [...Map.groupBy<Measure, Achievement>(achievements, ({ measure }) => measure)]

export function newlyReached(before: Measures, after: Measures): readonly Achievement[] {
  const reached: Achievement[] = []
  if (before === after) return reached
  for (const [measure, ofMeasure] of stepsByMeasure) {
    const [from = 0, to = 0] = [before[measure], after[measure]]
    if (to > from) reached.push(...ofMeasure.filter(({ requirement }) => requirement > from && requirement <= to))
  }
  return reached
}

export interface AchievementProgress {
  /** Capped at the requirement. */
  readonly reached: number
  /** Null if no accuracy is required or it can already be computed. */
  readonly answersToGo: number | null
}

export function progressOf(
  { measure, requirement }: Achievement,
  { measures, lengths }: Pick<Tallies, 'measures' | 'lengths'>,
): AchievementProgress {
  const accuracy = isAccuracy(measure) ? accuracies[measure] : null
  const missing = accuracy ? accuracy.of - (lengths[accuracy.latest] ?? 0) : 0
  return { reached: Math.min(measures[measure] ?? 0, requirement), answersToGo: missing > 0 ? missing : null }
}
