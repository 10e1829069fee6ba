import type { OwnHistory } from '@medicready/domain/study/quiz-bank'
import type { RowOf } from '../definition.ts'
import { defineQuery, type PageAfter, rowsWith } from '../query.ts'
import { answerHistories } from './answer-histories.ts'
import { quizPresets } from './quiz-presets.ts'
import { studyDays } from './study-days.ts'
import { studySessions } from './study-sessions.ts'
import { userResponses } from './user-responses.ts'

export type StudySessionRow = RowOf<typeof studySessions.tables.study_sessions>

export const sessionsOf = defineQuery(
  [studySessions],
  (sql, { userId, withheld, after, limit }: PageAfter & { readonly userId: string; readonly withheld: readonly string[] }) => sql<
    (Pick<StudySessionRow, 'id' | 'mode' | 'started_at' | 'completed_at' | 'total_questions' | 'answered' | 'correct_answers'> & {
      readonly is_withheld: boolean
    })[]
  >`
    SELECT id, mode, started_at, completed_at, total_questions, answered, correct_answers, EXISTS (
      SELECT FROM jsonb_array_elements(questions) AS question WHERE question->>'questionId' = ANY(${withheld as string[]}::text[])) AS is_withheld
    FROM read.study_sessions
    WHERE user_id = ${userId} ${after ? sql`AND (started_at < ${after[0]} OR started_at = ${after[0]} AND id > ${after[1]})` : sql``}
    ORDER BY started_at DESC, id LIMIT ${limit}`,
)

export const sessionOf = defineQuery(
  [studySessions],
  (sql, { id, userId }: { readonly id: string; readonly userId: string }) => sql<StudySessionRow[]>`
    SELECT * FROM read.study_sessions WHERE id = ${id} AND user_id = ${userId}`,
)

export const answersIn = defineQuery(
  [userResponses],
  (sql, { id, user_id, started_at, answered_at }: StudySessionRow) => sql<
    Pick<RowOf<typeof userResponses.tables.user_responses>, 'question_id' | 'question_version' | 'answer' | 'is_correct'>[]
  >`
    SELECT question_id, question_version, answer, is_correct FROM read.user_responses
    WHERE user_id = ${user_id} AND study_session_id = ${id} AND answered_at BETWEEN ${started_at} AND ${answered_at ?? started_at}`,
)

export const deliveredTo = defineQuery(
  [studyDays],
  (sql, userId: string) => sql<{ readonly ids: readonly string[] | null }[]>`
    SELECT array_agg(question_id)::text[] AS ids FROM read.question_deliveries WHERE user_id = ${userId}`,
)

export const markedQuestionsOf = defineQuery(
  [answerHistories],
  (sql, userId: string) => sql<(OwnHistory & { readonly questionId: string })[]>`
    SELECT question_id AS "questionId", is_missed AS "isMissed", is_flagged AS "isFlagged", is_slow AS "isSlow", is_guessed AS "isGuessed"
    FROM read.answer_histories WHERE user_id = ${userId} AND (is_missed OR is_flagged OR is_slow OR is_guessed)`,
)

/** No row if there are none. */
export const quizPresetsOf = rowsWith(quizPresets, 'quiz_presets', ['presets'])
