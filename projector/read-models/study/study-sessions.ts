import type { DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import type { StudyMode } from '@medicready/domain/study/study-day'
import { defineReadModel, table, typed } from '../definition.ts'

export const studySessions = defineReadModel({
  name: 'study/study-sessions',
  version: 2,
  tables: {
    study_sessions: table({
      key: ['id'],
      columns: {
        id: 'uuid',
        user_id: 'uuid',
        mode: typed<StudyMode>('text'),
        date: 'date',
        questions: typed<readonly DeliveredQuestion[]>('jsonb'),
        seconds_per_question: 'integer?',
        total_questions: 'integer',
        answered: 'integer',
        scored_answers: 'integer',
        correct_answers: 'integer',
        time_spent_seconds: 'integer',
        started_at: 'timestamptz',
        answered_at: 'timestamptz?',
        completed_at: 'timestamptz?',
      },
      indexes: ['(user_id, started_at)', '(user_id) WHERE completed_at IS NULL', '(id) WHERE completed_at IS NULL'],
    }),
  },
  on: {
    StudySessionStarted: ({ data, metadata }, { study_sessions }) =>
      study_sessions.set({
        id: data.studySessionId,
        user_id: data.userId,
        mode: data.mode,
        date: data.date,
        questions: data.questions,
        seconds_per_question: data.secondsPerQuestion,
        total_questions: data.questions.length,
        answered: 0,
        scored_answers: 0,
        correct_answers: 0,
        time_spent_seconds: 0,
        started_at: metadata.occurredAt,
        answered_at: null,
        completed_at: null,
      }),
    AnswerSubmitted: ({ data, metadata }, { study_sessions }) => {
      const session = data.studySessionId === null ? null : study_sessions.get({ id: data.studySessionId })
      if (!session) return
      study_sessions.set({
        ...session,
        answered: session.answered + 1,
        scored_answers: session.scored_answers + (data.isScored ? 1 : 0),
        correct_answers: session.correct_answers + (data.isScored && data.isCorrect ? 1 : 0),
        time_spent_seconds: session.time_spent_seconds + data.timeSpentSeconds,
        answered_at: metadata.occurredAt,
      })
    },
    StudySessionCompleted: ({ data, metadata }, { study_sessions }) => {
      const session = study_sessions.get({ id: data.studySessionId })
      if (session) study_sessions.set({ ...session, completed_at: metadata.occurredAt })
    },
  },
})
