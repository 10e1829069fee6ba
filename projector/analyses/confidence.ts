import { defineFold, table } from '../read-models/definition.ts'

// How often are students right when they are sure? Scored answers by module and confidence, from 1 (guessing) to 5.

export const confidence = defineFold({
  tables: {
    confidence: table({
      key: ['module', 'confidence'],
      columns: { module: 'text', confidence: 'integer', answers: 'integer', correct: 'integer', percent_correct: 'double precision' },
    }),
  },
  on: {
    AnswerSubmitted: ({ data: { module, confidence, isScored, isCorrect } }, rows) => {
      if (confidence === null || !isScored) return
      const before = rows.confidence.get({ module, confidence }) ?? { answers: 0, correct: 0 }
      const [answers, correct] = [before.answers + 1, before.correct + (isCorrect ? 1 : 0)]
      rows.confidence.set({ module, confidence, answers, correct, percent_correct: Math.round((1000 * correct) / answers) / 10 })
    },
  },
})
