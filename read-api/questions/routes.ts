import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Reading } from '../reading.ts'
import { answerResult, type QuestionVersions } from './question-versions.ts'

interface StandingRow {
  version: number
  is_active: boolean
  question_version: number | null
  last_delivered_on: string | null
  answered_on: string | null
  answered_version: number | null
  selected_answer: string | null
  is_correct: boolean | null
}

interface Parts {
  sql: Sql
  reading: Reading
  versions: QuestionVersions
}

export const questionRoutes = ({ sql, reading, versions }: Parts): Pick<Handlers<'read-api'>, 'GET /api/questions/{id}'> => ({
  'GET /api/questions/{id}': reading(['questions/questions', 'study/study-days'], async ({ params: { id }, identity }) => {
    const [row] = await sql<StandingRow[]>`
      SELECT q.version, q.is_active, d.question_version, d.last_delivered_on::text, d.answered_on::text, d.answered_version, d.selected_answer, d.is_correct
      FROM read.questions q LEFT JOIN read.question_deliveries d ON d.question_id = q.id AND d.user_id = ${identity.userId}
      WHERE q.id = ${id}`
    // What is no longer drawn stays open to those who had it.
    if (!row || (!row.is_active && row.question_version === null)) throw new Rejection('questionNotFound')
    const answer = latestAnswer(row)
    const version = answer?.version ?? row.question_version ?? row.version
    const found = (await versions.find([{ questionId: id, version }]))({ questionId: id, version })
    if (!found) throw new Rejection('questionNotFound')
    return { ...found.asked, answer: answer && answerResult(found, answer) }
  }),
})

/** The answer to the latest delivery: a question that was given again since is asked anew, and keeps its secrets again. */
function latestAnswer({ answered_on, last_delivered_on, answered_version, selected_answer, is_correct }: StandingRow) {
  if (answered_on === null || answered_version === null || selected_answer === null || is_correct === null) return null
  if (last_delivered_on !== null && last_delivered_on > answered_on) return null
  return { version: answered_version, selectedAnswer: selected_answer, isCorrect: is_correct }
}
