import type { Answer } from './study-day.ts'

/** Derived from behavior; learners do not grade themselves. */
export const grades = ['again', 'hard', 'good', 'easy'] as const
export type Grade = (typeof grades)[number]
/** FSRS counts grades from 1 to 4. */
export const ratingOf = (grade: Grade): number => grades.indexOf(grade) + 1

/** Seconds; as in a timed exam. */
export const SLOW_SECONDS = 90
/** Enough to read stem and choices without searching. */
export const FAST_SECONDS = 45
/** Confidence up to this is a guess. */
export const UNSURE = 2
const CERTAIN = 5

/** A time of 0 means not measured. */
export function gradeOf({ isCorrect, timeSpentSeconds, confidence }: Pick<Answer, 'isCorrect' | 'timeSpentSeconds' | 'confidence'>): Grade {
  if (!isCorrect) return 'again'
  if (timeSpentSeconds > SLOW_SECONDS || (confidence !== null && confidence <= UNSURE)) return 'hard'
  return timeSpentSeconds > 0 && timeSpentSeconds <= FAST_SECONDS && confidence === CERTAIN ? 'easy' : 'good'
}

export const wasSlow = ({ isCorrect, timeSpentSeconds }: Pick<Answer, 'isCorrect' | 'timeSpentSeconds'>): boolean =>
  isCorrect && timeSpentSeconds > SLOW_SECONDS

export const wasGuessed = ({ isCorrect, confidence }: Pick<Answer, 'isCorrect' | 'confidence'>): boolean =>
  isCorrect && confidence !== null && confidence <= UNSURE
