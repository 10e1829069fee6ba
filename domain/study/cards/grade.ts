import type { Answer } from '../study-day.ts'

/** How well a question was known, told from what happened: learners do not grade themselves. */
export const grades = ['again', 'hard', 'good', 'easy'] as const
export type Grade = (typeof grades)[number]

/** What a question is given by default, as in a timed exam. Longer is slow. */
export const SLOW_SECONDS = 90
/** Half of that, in which a stem and its choices are read and nothing is searched for. */
export const FAST_SECONDS = 45
/** On the scale of confidence, as much as a guess. */
export const UNSURE = 2
const CERTAIN = 5

/** A time of 0 says that none was taken. */
export function gradeOf({ isCorrect, timeSpentSeconds, confidence }: Pick<Answer, 'isCorrect' | 'timeSpentSeconds' | 'confidence'>): Grade {
  if (!isCorrect) return 'again'
  if (timeSpentSeconds > SLOW_SECONDS || (confidence !== null && confidence <= UNSURE)) return 'hard'
  return timeSpentSeconds > 0 && timeSpentSeconds <= FAST_SECONDS && confidence === CERTAIN ? 'easy' : 'good'
}

export const wasSlow = ({ isCorrect, timeSpentSeconds }: Pick<Answer, 'isCorrect' | 'timeSpentSeconds'>): boolean =>
  isCorrect && timeSpentSeconds > SLOW_SECONDS

export const wasGuessed = ({ isCorrect, confidence }: Pick<Answer, 'isCorrect' | 'confidence'>): boolean =>
  isCorrect && confidence !== null && confidence <= UNSURE
