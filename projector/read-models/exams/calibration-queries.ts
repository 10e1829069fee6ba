import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery } from '../query.ts'
import { questions } from '../questions/questions.ts'
import { userResponses } from '../study/user-responses.ts'
import { itemCalibrations } from './item-calibrations.ts'
import { practiceExams } from './practice-exams.ts'

type Question = RowOf<typeof questions.tables.questions>
type Item = RowOf<typeof itemCalibrations.tables.item_calibrations>

export const latestCalibration = defineQuery(
  [itemCalibrations],
  (sql) => sql<Camel<typeof itemCalibrations.tables.calibrations, 'calibration_id' | 'answers' | 'learners' | 'shift'>[]>`
    SELECT calibration_id AS "calibrationId", answers, learners, shift FROM read.calibrations
    WHERE is_whole ORDER BY calibrated_on DESC LIMIT 1`,
)

export const calibrationsOf = defineQuery(
  [itemCalibrations],
  (sql, questionId: string) => sql<
    (Omit<
      Camel<typeof itemCalibrations.tables.item_calibrations, keyof Item>,
      'questionId' | 'questionVersion' | 'calibrationId' | 'settledDifficulty' | 'settledStandardError'
    > & { readonly version: number })[]
  >`
    SELECT question_version AS version, calibrated_on AS "calibratedOn", difficulty, standard_error AS "standardError", discrimination,
      answers, infit, outfit, point_biserial AS "pointBiserial", observed, comparisons
    FROM read.item_calibrations WHERE question_id = ${questionId} ORDER BY question_version DESC`,
)

export type SettledItem = Pick<Item, 'question_id' | 'question_version'> & {
  readonly [Name in 'settled_difficulty' | 'settled_standard_error']: NonNullable<Item[Name]>
}

export const settledItems = defineQuery(
  [itemCalibrations],
  (sql) => sql<SettledItem[]>`
    SELECT question_id, question_version, settled_difficulty, settled_standard_error FROM read.item_calibrations
    WHERE settled_difficulty IS NOT NULL`,
)

export const labelsOfVersions = defineQuery(
  [questions],
  (sql) => sql<
    (Pick<RowOf<typeof questions.tables.question_versions>, 'question_id' | 'version' | 'difficulty'> & Pick<Question, 'bank_id'>)[]
  >`
    SELECT v.question_id, v.version, v.difficulty, q.bank_id
    FROM read.question_versions v JOIN read.questions q ON q.id = v.question_id`,
)

export const pilotQuestions = defineQuery(
  [questions],
  (sql) => sql<Pick<Question, 'id'>[]>`SELECT id FROM read.questions WHERE is_active AND is_pilot`,
)

export type FirstAnswerRow = Pick<
  RowOf<typeof userResponses.tables.user_responses>,
  'user_id' | 'question_id' | 'question_version' | 'is_correct' | 'is_scored'
>

/** First meetings by learner. Out of time, or shown in an exam that was given up: met, not answered. */
export const firstAnswers = defineQuery(
  [userResponses, practiceExams],
  (sql) => sql<FirstAnswerRow[]>`
    SELECT user_id, question_id, question_version, is_correct, is_scored FROM (
      SELECT DISTINCT ON (user_id, question_id) user_id, question_id, question_version, is_correct, is_scored, is_answered
      FROM (
        SELECT user_id, question_id, question_version, is_correct, is_scored, answered_at, answer IS NOT NULL AS is_answered
        FROM read.user_responses
        UNION ALL
        SELECT q.user_id, q.question_id, q.question_version, q.is_correct, NOT q.is_pilot, coalesce(q.answered_at, e.given_up_at), e.is_completed
        FROM read.practice_exam_questions q JOIN read.practice_exams e ON e.id = q.exam_id
        WHERE e.is_completed AND q.answered_at IS NOT NULL
          OR e.given_up_at IS NOT NULL AND q.order_in_exam <= e.questions_answered + 1
      ) given
      ORDER BY user_id, question_id, answered_at
    ) met WHERE is_answered ORDER BY user_id, question_id`,
)

export const toldBackgrounds = defineQuery(
  [users],
  (sql) => sql<Pick<RowOf<typeof users.tables.users>, 'id' | 'first_language' | 'paramedic_program'>[]>`
    SELECT id, first_language, paramedic_program FROM read.users
    WHERE first_language IS NOT NULL OR paramedic_program IS NOT NULL`,
)
