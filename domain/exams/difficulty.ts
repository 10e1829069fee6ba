/**
 * What difficulties are called in exams. They are measured in logits; two fixed cuts make easy, medium and hard of
 * them, which count 1, 2 and 3 where their mean is asked for.
 */

export const examDifficulties = ['easy', 'medium', 'hard'] as const
export type ExamDifficulty = (typeof examDifficulties)[number]

/** Shown before anything was answered. */
export const FIRST_DIFFICULTY: ExamDifficulty = 'medium'

/** An item below the one cut is easy, above the other it is hard. */
const cuts = { easy: -0.5, hard: 0.5 } as const

export const difficultyOf = (logits: number): ExamDifficulty => {
  if (logits < cuts.easy) return 'easy'
  return logits > cuts.hard ? 'hard' : 'medium'
}

const levels: Readonly<Record<ExamDifficulty, number>> = { easy: 1, medium: 2, hard: 3 }

export const levelOf = (logits: number): number => levels[difficultyOf(logits)]

/** What a mean of levels is called. */
export const difficultyOfMean = (level: number): ExamDifficulty => {
  if (level < 1.5) return 'easy'
  return level < 2.5 ? 'medium' : 'hard'
}
