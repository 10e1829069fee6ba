import { countedAnswers, type GivenAnswer } from '@medicready/domain/exams/given-answers'
import { studyModeRules } from '@medicready/domain/study/modes'
import { defineReadModel } from '../definition.ts'
import { count, fileQuestion } from './analytics-counting.ts'
import { analyticsTables, type CountedAnswer } from './analytics-tables.ts'

const countedAnswer = ({ data, metadata }: GivenAnswer): CountedAnswer => ({
  userId: data.userId,
  date: data.date,
  at: metadata.occurredAt,
  questionId: data.questionId,
  questionVersion: data.questionVersion,
  module: data.module,
  isCorrect: data.isCorrect,
  isScored: data.isScored,
  seconds: data.timeSpentSeconds,
  confidence: data.confidence,
})

/**
 * What analytics are made of: each answer is counted once, for its learner and for all of them together, at a cost that
 * does not grow with the answers before it. Answers to pilots count for totals, and never as right or wrong. The
 * answers of a timed session are held until it has completed, and counted then: nothing that these tables say follows
 * from an open one, whoever reads them. That a session is timed stands in the stream of its answers, before them. The
 * answers of a practice exam come with its completion, those to pilots not at all.
 */
export const analytics = defineReadModel({
  name: 'study/analytics',
  version: 3,
  tables: analyticsTables,
  on: {
    QuestionAdded: ({ data }, rows) => fileQuestion(data, rows),
    QuestionRevised: ({ data }, rows) => fileQuestion(data, rows),
    QuestionsDrawn: ({ data }, rows) => {
      const { studySessionId: study_session_id, mode } = data
      if (study_session_id !== null && mode !== null && !studyModeRules[mode].showsAnswers)
        rows.held_answers.set({ study_session_id, is_completed: false, answers: [] })
    },
    AnswerSubmitted: (fact, rows) => {
      const { studySessionId: study_session_id } = fact.data
      const answer = countedAnswer(fact)
      const held = study_session_id === null ? null : rows.held_answers.get({ study_session_id })
      // One that was under way while its session ended is not held any more.
      if (!held || held.is_completed) count(answer, rows)
      else rows.held_answers.set({ ...held, answers: [...held.answers, answer] })
    },
    ExamCompleted: ({ data }, rows) => {
      for (const answer of countedAnswers(data)) count(countedAnswer(answer), rows)
    },
    StudySessionCompleted: ({ data }, rows) => {
      const held = rows.held_answers.get({ study_session_id: data.studySessionId })
      if (!held || held.is_completed) return
      for (const answer of held.answers) count(answer, rows)
      rows.held_answers.set({ ...held, is_completed: true, answers: [] })
    },
  },
})
