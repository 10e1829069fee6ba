import { type AnswerFact, countedAnswers } from '@medicready/domain/study/given-answers'
import { wasGuessed, wasSlow } from '@medicready/domain/study/grade'
import { defineReadModel, newRow, type RowOf, type Rows, table } from '../definition.ts'

const answer_histories = table({
  key: ['user_id', 'question_id'],
  columns: {
    user_id: 'uuid',
    question_id: 'uuid',
    answered_on: 'date?',
    is_missed: 'boolean',
    is_flagged: 'boolean',
    is_slow: 'boolean',
    is_guessed: 'boolean',
    missed: 'integer',
  },
  indexes: ['(user_id) WHERE is_missed OR is_flagged'],
})

const tables = { answer_histories }

const historyOf = (rows: Rows<typeof tables>, user_id: string, question_id: string): RowOf<typeof answer_histories> =>
  rows.answer_histories.get({ user_id, question_id }) ?? newRow(tables.answer_histories, { user_id, question_id })

function count({ data }: AnswerFact, rows: Rows<typeof tables>): void {
  const { userId, questionId, date, isCorrect, flaggedForReview } = data
  const history = historyOf(rows, userId, questionId)
  const counted = {
    ...history,
    is_flagged: history.is_flagged || flaggedForReview,
    missed: history.missed + (isCorrect ? 0 : 1),
  }
  // Yesterday's question may be answered after one of today, and an exam may end after it.
  const isLatest = history.answered_on === null || history.answered_on <= date
  const latest = { answered_on: date, is_missed: !isCorrect, is_slow: wasSlow(data), is_guessed: wasGuessed(data) }
  rows.answer_histories.set(isLatest ? { ...counted, ...latest } : counted)
}

export const answerHistories = defineReadModel({
  name: 'study/answer-histories',
  version: 2,
  tables,
  on: {
    AnswerSubmitted: count,
    ExamCompleted: ({ data }, rows) => {
      for (const answer of countedAnswers(data)) count(answer, rows)
    },
    QuestionFlaggedForReview: ({ data: { userId, questionId } }, rows) => {
      const history = historyOf(rows, userId, questionId)
      if (!history.is_flagged) rows.answer_histories.set({ ...history, is_flagged: true })
    },
  },
})
