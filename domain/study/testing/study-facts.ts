import type { FactOf } from '../../events.ts'

export const answerSubmitted = (
  data: Pick<FactOf<'AnswerSubmitted'>['data'], 'userId' | 'date' | 'questionId'> & Partial<FactOf<'AnswerSubmitted'>['data']>,
): FactOf<'AnswerSubmitted'> => ({
  type: 'AnswerSubmitted',
  data: {
    questionVersion: 1,
    module: 'Trauma',
    answer: { kind: 'multiple_choice', option: 'a' },
    isCorrect: true,
    isScored: true,
    mode: 'daily',
    studySessionId: null,
    timeSpentSeconds: 20,
    confidence: null,
    flaggedForReview: false,
    givenAt: null,
    ...data,
  },
})
