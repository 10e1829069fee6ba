import type { studySessionCalls } from '@medicready/domain/contract/study-sessions'
import { answerResult, withheldAnswer } from '@medicready/domain/questions/answer-result'
import type { PictureAddressOf } from '@medicready/domain/questions/pictures/shown-picture'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import { pageOf, sortKeyOf } from '@medicready/platform/http/page'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { guidelineChanges } from '@medicready/projector/read-models/questions/guideline-changes'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import type { studySessions } from '@medicready/projector/read-models/study/study-sessions'
import { userResponses } from '@medicready/projector/read-models/study/user-responses'
import { z } from 'zod'
import type { QuestionVersions } from '../questions/question-versions.ts'
import type { Reading } from '../reading.ts'
import { type Disclosures, disclosing } from './disclosures.ts'
import { shownWhys } from './shown-why.ts'

interface Parts {
  sql: Sql
  reading: Reading
  versions: QuestionVersions
  pictureAddressOf: PictureAddressOf
  disclosures: Disclosures
}

type SessionRow = RowOf<typeof studySessions.tables.study_sessions>
type ShortRow = Pick<SessionRow, 'id' | 'mode' | 'started_at' | 'completed_at' | 'total_questions' | 'answered' | 'correct_answers'> & {
  /** Whether something in it is withheld. */
  readonly is_withheld: boolean
}
type ResponseRow = Pick<RowOf<typeof userResponses.tables.user_responses>, 'question_id' | 'question_version' | 'answer' | 'is_correct'>
type DeliveryRow = Pick<RowOf<typeof studyDays.tables.question_deliveries>, 'question_id' | 'is_closed' | 'flagged_for_review'>

/** Newest first, then by id. */
const SessionKey = z.tuple([z.iso.datetime(), z.uuid()])

const toShort = (row: ShortRow) => ({
  id: row.id,
  mode: row.mode,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  totalQuestions: row.total_questions,
  answered: row.answered,
  correct: row.is_withheld ? null : row.correct_answers,
})

/** Where a clock runs for each question, it begins anew with each answer. */
function clockStart({ seconds_per_question, started_at, answered_at, completed_at }: SessionRow): string | null {
  return seconds_per_question === null || completed_at !== null ? null : (answered_at ?? started_at)
}

export const studySessionRoutes = ({
  sql,
  reading,
  versions,
  pictureAddressOf: addressOf,
  disclosures,
}: Parts): Handlers<typeof studySessionCalls, 'read-api'> => {
  /** The answers that were given in a session. */
  const answersIn = ({ id, user_id, started_at, answered_at }: SessionRow) => sql<ResponseRow[]>`
    SELECT question_id, question_version, answer, is_correct FROM read.user_responses
    WHERE user_id = ${user_id} AND study_session_id = ${id} AND answered_at BETWEEN ${started_at} AND ${answered_at ?? started_at}`
  const deliveriesOf = (userId: string, questionIds: readonly string[]) => sql<DeliveryRow[]>`
    SELECT question_id, is_closed, flagged_for_review FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])`

  return {
    'GET /api/study-sessions': reading([...disclosing], async ({ identity: { userId }, query }) => {
      const after = sortKeyOf(query, SessionKey)
      const withheld = [...(await disclosures.to(userId)).withheld]
      const rows = await sql<ShortRow[]>`
        SELECT id, mode, started_at, completed_at, total_questions, answered, correct_answers, EXISTS (
          SELECT FROM jsonb_array_elements(questions) AS question WHERE question->>'questionId' = ANY(${withheld}::text[])) AS is_withheld
        FROM read.study_sessions
        WHERE user_id = ${userId} ${after ? sql`AND (started_at < ${after[0]} OR started_at = ${after[0]} AND id > ${after[1]})` : sql``}
        ORDER BY started_at DESC, id LIMIT ${query.limit + 1}`
      return pageOf(rows, query, { item: toShort, sortKey: (row): z.infer<typeof SessionKey> => [row.started_at, row.id] })
    }),

    'GET /api/study-sessions/{id}': reading(
      [...disclosing, questions, guidelineChanges, studyDays, userResponses],
      async ({ params: { id }, identity: { userId } }) => {
        const [session] = await sql<SessionRow[]>`SELECT * FROM read.study_sessions WHERE id = ${id} AND user_id = ${userId}`
        if (!session) throw new Rejection('sessionNotFound')
        const [{ shows, withheld }, answers, deliveries, whyOf] = await Promise.all([
          disclosures.to(userId),
          answersIn(session),
          deliveriesOf(
            userId,
            session.questions.map(({ questionId }) => questionId),
          ),
          shownWhys(sql, session.questions),
        ])
        const answerTo = new Map(answers.map((answer) => [answer.question_id, answer]))
        const deliveryOf = new Map(deliveries.map((delivery) => [delivery.question_id, delivery]))
        const keyOf = ({ questionId, questionVersion }: (typeof session.questions)[number]) => ({ questionId, version: questionVersion })
        const find = await versions.find(session.questions.map(keyOf))
        return {
          id,
          mode: session.mode,
          startedAt: session.started_at,
          completedAt: session.completed_at,
          secondsPerQuestion: session.seconds_per_question,
          clockStartedAt: clockStart(session),
          questions: session.questions.flatMap((question) => {
            const known = find(keyOf(question))
            if (!known) return []
            const { questionId, set, shuffle } = question
            const version = versions.inOrder(known, shuffle)
            const answer = answerTo.get(questionId)
            const delivery = deliveryOf.get(questionId)
            return {
              questionId,
              part: set && { part: set.part, of: set.of },
              question: delivery?.is_closed && !answer ? null : version.asked,
              why: whyOf(question),
              isAnswered: answer !== undefined,
              result:
                answer && !withheld.has(questionId)
                  ? answerResult(version, { answer: answer.answer, isCorrect: answer.is_correct }, { shows, addressOf })
                  : null,
              given: answer ? withheldAnswer(version, answer.answer) : null,
              flaggedForReview: delivery?.flagged_for_review ?? false,
            }
          }),
          score: session.questions.some(({ questionId }) => withheld.has(questionId))
            ? null
            : {
                answered: session.answered,
                scored: session.scored_answers,
                correct: session.correct_answers,
                timeSpentSeconds: session.time_spent_seconds,
              },
        }
      },
    ),
  }
}
