import { defineFold, type Rows, table } from '../read-models/definition.ts'

// How long after registration do students answer their first question? Who has not answered yet is in the last row.

const HOUR = 3_600_000
const spans = [
  { within: 'an hour', milliseconds: HOUR },
  { within: 'a day', milliseconds: 24 * HOUR },
  { within: 'a week', milliseconds: 7 * 24 * HOUR },
  { within: 'longer', milliseconds: Number.POSITIVE_INFINITY },
]
const NOT_YET = { place: spans.length + 1, within: 'not yet' }

const tables = {
  first_answers: table({ key: ['place'], columns: { place: 'integer', within: 'text', students: 'integer' } }),
  waiting: table({ key: ['user_id'], columns: { user_id: 'uuid', registered_at: 'timestamptz' }, private: true }),
}

function add({ place, within }: typeof NOT_YET, by: 1 | -1, { first_answers }: Rows<typeof tables>): void {
  first_answers.set({ place, within, students: (first_answers.get({ place })?.students ?? 0) + by })
}

function answered(user_id: string, at: string, rows: Rows<typeof tables>): void {
  const waiting = rows.waiting.get({ user_id })
  if (!waiting) return
  rows.waiting.delete(waiting)
  add(NOT_YET, -1, rows)
  const taken = Date.parse(at) - Date.parse(waiting.registered_at)
  const index = spans.findIndex(({ milliseconds }) => taken <= milliseconds)
  add({ place: index + 1, within: spans[index]?.within ?? '' }, 1, rows)
}

export const firstAnswers = defineFold({
  tables,
  on: {
    AccountRegistered: ({ data: { userId: user_id }, metadata }, rows) => {
      rows.waiting.set({ user_id, registered_at: metadata.occurredAt })
      add(NOT_YET, 1, rows)
    },
    AnswerSubmitted: ({ data, metadata }, rows) => answered(data.userId, data.givenAt ?? metadata.occurredAt, rows),
    ExamAnswered: ({ data }, rows) => answered(data.userId, data.answeredAt, rows),
  },
})
