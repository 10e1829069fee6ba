import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import { type AnswerFact, countedAnswers } from '@medicready/domain/study/given-answers'
import { isHeldBack } from '@medicready/domain/study/study-session'
import { defineReadModel, type Rows, table, typed } from '../definition.ts'

const tables = {
  user_progress: table({
    key: ['user_id', 'module'],
    columns: {
      user_id: 'uuid',
      module: typed<ModuleName>('text'),
      total_questions: 'integer',
      scored_answers: 'integer',
      correct_answers: 'integer',
      last_studied: 'timestamptz',
      updated_at: 'timestamptz',
    },
  }),
  held_back_answers: table({
    key: ['study_session_id', 'module'],
    columns: {
      study_session_id: 'uuid',
      module: typed<ModuleName>('text'),
      scored_answers: 'integer',
      correct_answers: 'integer',
    },
    private: true,
  }),
}

function count({ data, metadata }: AnswerFact, { user_progress, held_back_answers }: Rows<typeof tables>): void {
  const { module, studySessionId } = data
  const scored = data.isScored ? 1 : 0
  const correct = data.isScored && data.isCorrect ? 1 : 0
  const heldIn = isHeldBack(data) ? studySessionId : null
  const progress = user_progress.get({ user_id: data.userId, module })
  // An exam may end after answers given since.
  const at = progress && progress.last_studied > metadata.occurredAt ? progress.last_studied : metadata.occurredAt
  user_progress.set({
    user_id: data.userId,
    module,
    total_questions: (progress?.total_questions ?? 0) + 1,
    scored_answers: (progress?.scored_answers ?? 0) + (heldIn ? 0 : scored),
    correct_answers: (progress?.correct_answers ?? 0) + (heldIn ? 0 : correct),
    last_studied: at,
    updated_at: at,
  })
  if (heldIn === null) return
  const held = held_back_answers.get({ study_session_id: heldIn, module })
  held_back_answers.set({
    study_session_id: heldIn,
    module,
    scored_answers: (held?.scored_answers ?? 0) + scored,
    correct_answers: (held?.correct_answers ?? 0) + correct,
  })
}

/** Timed sessions and practice exams count as right or wrong when they end. */
export const userProgress = defineReadModel({
  name: 'study/user-progress',
  version: 5,
  tables,
  on: {
    AnswerSubmitted: count,
    ExamCompleted: ({ data }, rows) => {
      for (const answer of countedAnswers(data)) count(answer, rows)
    },
    StudySessionCompleted: ({ data, metadata }, { user_progress, held_back_answers }) => {
      if (data.mode !== 'timed_exam') return
      for (const module of moduleNames) {
        const key = { study_session_id: data.studySessionId, module }
        const held = held_back_answers.get(key)
        const progress = held && user_progress.get({ user_id: data.userId, module })
        if (!held || !progress) continue
        user_progress.set({
          ...progress,
          scored_answers: progress.scored_answers + held.scored_answers,
          correct_answers: progress.correct_answers + held.correct_answers,
          updated_at: metadata.occurredAt,
        })
        held_back_answers.delete(key)
      }
    },
  },
})
