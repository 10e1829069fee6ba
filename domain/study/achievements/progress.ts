import { type Achievement, achievements } from './catalogue.ts'
import { accuracies, isAccuracy, type Measure, type Measures } from './measures.ts'
import type { Tallies } from './tallies.ts'

/** Which achievements a learner's tallies earn, and how far the others are. */

/**
 * Of each measure, what it makes one reach; in the order of the catalogue, in which those of a measure stand together.
 */
const steps = [...Map.groupBy<Measure, Achievement>(achievements, ({ measure }) => measure)]

/** What was not reached before and is now, in the order of the catalogue. */
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
  /** Of the requirement, and never more than it. */
  readonly reached: number
  /** How many answers are missing until an accuracy can be told; null where it can be, and where none is asked for. */
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
