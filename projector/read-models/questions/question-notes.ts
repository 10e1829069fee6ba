import { defineReadModel, table } from '../definition.ts'

const tables = {
  /** What learners have written down about questions, each for themselves. */
  question_notes: table({
    key: ['user_id', 'question_id'],
    columns: {
      user_id: 'uuid',
      question_id: 'uuid',
      /** Null once it was deleted. */
      text: 'text?',
      /** How often it was saved or deleted. */
      version: 'integer',
      updated_at: 'timestamptz',
      /** The question that the person wrote about for the first time before this one. */
      question_before: 'uuid?',
    },
  }),
  /** Where the notes of a person begin, latest first: by them they are found when the person is erased. */
  latest_notes: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', question_id: 'uuid' },
    private: true,
  }),
}

/** The private notes: the streams `note-<userId>_<questionId>`. */
export const questionNotes = defineReadModel({
  name: 'questions/question-notes',
  version: 1,
  tables,
  on: {
    NoteWritten: ({ data: { userId, questionId, text }, metadata: { occurredAt } }, { question_notes, latest_notes }) => {
      const key = { user_id: userId, question_id: questionId }
      const before = question_notes.get(key)
      const latest = latest_notes.get({ user_id: userId })
      const question_before = before ? before.question_before : (latest?.question_id ?? null)
      question_notes.set({ ...key, text, version: (before?.version ?? 0) + 1, updated_at: occurredAt, question_before })
      if (!before) latest_notes.set(key)
    },
    NoteDeleted: ({ data: { userId, questionId }, metadata: { occurredAt } }, { question_notes }) => {
      const before = question_notes.get({ user_id: userId, question_id: questionId })
      if (before) question_notes.set({ ...before, text: null, version: before.version + 1, updated_at: occurredAt })
    },
    AccountErased: ({ data: { userId: user_id } }, { question_notes, latest_notes }) => {
      let question_id = latest_notes.get({ user_id })?.question_id ?? null
      while (question_id !== null) {
        const note = question_notes.get({ user_id, question_id })
        if (note) question_notes.delete({ user_id, question_id })
        question_id = note?.question_before ?? null
      }
      latest_notes.delete({ user_id })
    },
  },
})
