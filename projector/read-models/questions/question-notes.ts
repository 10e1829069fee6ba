import { defineReadModel, table, update } from '../definition.ts'

const tables = {
  question_notes: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      text: 'text?',
      version: 'integer',
      updated_at: 'timestamptz',
    },
    foundBy: ['user_id'],
  }),
}

export const questionNotes = defineReadModel({
  name: 'questions/question-notes',
  version: 2,
  tables,
  on: {
    NoteWritten: ({ data: { userId, questionId, text }, metadata: { occurredAt } }, { question_notes }) => {
      const key = { user_id: userId, question_id: questionId }
      question_notes.set({ ...key, text, version: (question_notes.get(key)?.version ?? 0) + 1, updated_at: occurredAt })
    },
    NoteDeleted: ({ data: { userId, questionId }, metadata }, { question_notes }) =>
      update(question_notes, { user_id: userId, question_id: questionId }, ({ version }) => ({
        text: null,
        version: version + 1,
        updated_at: metadata.occurredAt,
      })),
    AccountErased: ({ data: { userId: user_id } }, { question_notes }) => {
      for (const note of question_notes.where({ user_id })) question_notes.delete(note)
    },
  },
})
