/** Two cuts on the logit scale make easy, medium and hard, counted as 1, 2 and 3 in means. */

export const examDifficulties = ['easy', 'medium', 'hard'] as const
export type ExamDifficulty = (typeof examDifficulties)[number]

export const FIRST_DIFFICULTY: ExamDifficulty = 'medium'

const cuts = { easy: -0.5, hard: 0.5 } as const

export const difficultyOf = (logits: number): ExamDifficulty => {
  if (logits < cuts.easy) return 'easy'
  return logits > cuts.hard ? 'hard' : 'medium'
}

const levels: Readonly<Record<ExamDifficulty, number>> = { easy: 1, medium: 2, hard: 3 }

export const levelOf = (logits: number): number => levels[difficultyOf(logits)]

export const difficultyOfMean = (level: number): ExamDifficulty => {
  if (level < 1.5) return 'easy'
  return level < 2.5 ? 'medium' : 'hard'
}
