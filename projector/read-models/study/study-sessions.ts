import type { DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import type { StudyMode } from '@medicready/domain/study/shown/modes'
import { defineReadModel, rowFrom, table, typed, update } from '../definition.ts'

const study_sessions = table({
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
})
const tables = { study_sessions }

export const studySessions = defineReadModel({
  name: 'study/study-sessions',
  version: 2,
  tables,
  on: {
    StudySessionStarted: ({ data, metadata }, { study_sessions }) =>
      study_sessions.set(
        rowFrom(tables.study_sessions, data, {
          id: data.studySessionId,
          total_questions: data.questions.length,
          started_at: metadata.occurredAt,
        }),
      ),
    AnswerSubmitted: ({ data, metadata }, { study_sessions }) => {
      if (data.studySessionId === null) return
      update(study_sessions, { id: data.studySessionId }, (session) => ({
        answered: session.answered + 1,
        scored_answers: session.scored_answers + (data.isScored ? 1 : 0),
        correct_answers: session.correct_answers + (data.isScored && data.isCorrect ? 1 : 0),
        time_spent_seconds: session.time_spent_seconds + data.timeSpentSeconds,
        answered_at: metadata.occurredAt,
      }))
    },
    StudySessionCompleted: ({ data, metadata }, { study_sessions }) =>
      update(study_sessions, { id: data.studySessionId }, { completed_at: metadata.occurredAt }),
  },
})
