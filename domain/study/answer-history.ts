import { SLOW_SECONDS, UNSURE } from './cards/grade.ts'
import type { Answer } from './study-day.ts'

/** How an answer was right: whether its time or its confidence says that it is worth another look. */

export const wasSlow = ({ isCorrect, timeSpentSeconds }: Pick<Answer, 'isCorrect' | 'timeSpentSeconds'>): boolean =>
  isCorrect && timeSpentSeconds > SLOW_SECONDS

export const wasGuessed = ({ isCorrect, confidence }: Pick<Answer, 'isCorrect' | 'confidence'>): boolean =>
  isCorrect && confidence !== null && confidence <= UNSURE
