import type { QuizFilter, QuizMode } from '@medicready/domain/study/quiz'
import { defineReadModel, table, typed } from '../definition.ts'

export interface SavedQuiz {
  readonly id: string
  readonly name: string
  readonly filter: QuizFilter
  readonly mode: QuizMode
  readonly count: number
}

export const quizPresets = defineReadModel({
  name: 'study/quiz-presets',
  version: 1,
  tables: {
    quiz_presets: table({ key: ['user_id'], columns: { user_id: 'uuid', presets: typed<readonly SavedQuiz[]>('jsonb') } }),
  },
  on: {
    QuizPresetSaved: ({ data: { userId: user_id, presetId, name, filter, mode, count } }, { quiz_presets }) => {
      const others = (quiz_presets.get({ user_id })?.presets ?? []).filter(({ id }) => id !== presetId)
      // Names are null after erasure.
      if (name !== null) quiz_presets.set({ user_id, presets: [...others, { id: presetId, name, filter, mode, count }] })
    },
    QuizPresetDeleted: ({ data: { userId: user_id, presetId } }, { quiz_presets }) => {
      const presets = (quiz_presets.get({ user_id })?.presets ?? []).filter(({ id }) => id !== presetId)
      if (presets.length > 0) quiz_presets.set({ user_id, presets })
      else quiz_presets.delete({ user_id })
    },
    AccountErased: ({ data: { userId: user_id } }, { quiz_presets }) => quiz_presets.delete({ user_id }),
  },
})
