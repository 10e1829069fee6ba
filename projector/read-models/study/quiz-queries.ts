import type { OwnHistory } from '@medicready/domain/study/quiz-bank'
import type { RowOf } from '../definition.ts'
import { defineQuery } from '../query.ts'
import { answerHistories } from './answer-histories.ts'
import { quizPresets } from './quiz-presets.ts'
import { studyDays } from './study-days.ts'

/** All questions that a user was ever given, in one row. */
export const deliveredTo = defineQuery(
  [studyDays],
  (sql, userId: string) => sql<{ readonly ids: readonly string[] | null }[]>`
    SELECT array_agg(question_id)::text[] AS ids FROM read.question_deliveries WHERE user_id = ${userId}`,
)

/** What a user has done with the questions that are marked in some way. */
export const markedQuestionsOf = defineQuery(
  [answerHistories],
  (sql, userId: string) => sql<(OwnHistory & { readonly questionId: string })[]>`
    SELECT question_id AS "questionId", is_missed AS "isMissed", is_flagged AS "isFlagged", is_slow AS "isSlow", is_guessed AS "isGuessed"
    FROM read.answer_histories WHERE user_id = ${userId} AND (is_missed OR is_flagged OR is_slow OR is_guessed)`,
)

/** A user's saved quizzes; no row if there are none. */
export const quizPresetsOf = defineQuery(
  [quizPresets],
  (sql, userId: string) => sql<Pick<RowOf<typeof quizPresets.tables.quiz_presets>, 'presets'>[]>`
    SELECT presets FROM read.quiz_presets WHERE user_id = ${userId}`,
)
