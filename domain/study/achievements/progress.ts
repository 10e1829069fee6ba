import { type Achievement, achievements } from './catalogue.ts'
import { accuracies, isAccuracy, type Measure, type Measures } from './measures.ts'
import type { Tallies } from './tallies.ts'

/** Requires that the steps of a measure stand together in the catalogue. */
const steps = [...Map.groupBy<Measure, Achievement>(achievements, ({ measure }) => measure)]

export function newlyReached(before: Measures, after: Measures): readonly Achievement[] {
  const reached: Achievement[] = []
  if (before === after) return reached
  for (const [measure, ofMeasure] of steps) {
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
