import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { SPREAD_DAYS } from '@medicready/domain/study/cards/card'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { practiceExams } from '../exams/practice-exams.ts'
import { type Camel, defineQuery } from '../query.ts'
import { guidelineChanges } from '../questions/guideline-changes.ts'
import { questions } from '../questions/questions.ts'
import { answerHistories } from './answer-histories.ts'
import { cards } from './cards.ts'
import { studyDays } from './study-days.ts'
import { studySessions } from './study-sessions.ts'
import { userProgress } from './user-progress.ts'

type DeliveryTable = typeof studyDays.tables.question_deliveries
type HistoryTable = typeof answerHistories.tables.answer_histories
type CardTable = typeof cards.tables.spaced_repetition_cards
type SeenQuestion = Camel<DeliveryTable, 'question_id' | 'module' | 'last_delivered_on'> & Pick<RowOf<HistoryTable>, 'missed'>

export const moduleRecordsOf = defineQuery(
  [userProgress],
  (sql, userId: string) => sql<Camel<typeof userProgress.tables.user_progress, 'module' | 'scored_answers' | 'correct_answers'>[]>`
    SELECT module, scored_answers AS "scoredAnswers", correct_answers AS "correctAnswers"
    FROM read.user_progress WHERE user_id = ${userId}`,
)

const givenInExams = defineQuery(
  [practiceExams],
  (sql, userId: string) => sql`
    SELECT q.question_id AS "questionId" FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id
    WHERE e.user_id = ${userId} AND NOT e.is_completed AND e.given_up_at IS NULL`,
)

export const questionsInOpenExams = defineQuery(
  [studySessions, givenInExams],
  (sql, userId: string) => sql<Camel<DeliveryTable, 'question_id'>[]>`
    SELECT (question->>'questionId')::uuid AS "questionId" FROM read.study_sessions, jsonb_array_elements(questions) AS question
    WHERE user_id = ${userId} AND mode = 'timed_exam' AND completed_at IS NULL
    UNION ALL ${givenInExams(sql, userId)}`,
)

export const givenAmong = defineQuery(
  [studyDays, givenInExams],
  (sql, { userId, questionIds }: { readonly userId: string; readonly questionIds: readonly string[] }) => sql<
    Camel<DeliveryTable, 'question_id'>[]
  >`
    SELECT question_id AS "questionId" FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])
    UNION ALL ${givenInExams(sql, userId)}`,
)

export const ownQuestions = defineQuery(
  [studyDays, answerHistories],
  (sql, userId: string) => sql<
    (Camel<DeliveryTable, 'question_id' | 'last_delivered_on'> &
      Camel<HistoryTable, 'missed' | 'is_missed' | 'is_flagged' | 'is_slow' | 'is_guessed'>)[]
  >`
    SELECT d.question_id AS "questionId", d.last_delivered_on::text AS "lastDeliveredOn", coalesce(h.missed, 0) AS missed,
      coalesce(h.is_missed, false) AS "isMissed", coalesce(h.is_flagged, false) AS "isFlagged",
      coalesce(h.is_slow, false) AS "isSlow", coalesce(h.is_guessed, false) AS "isGuessed"
    FROM read.question_deliveries d LEFT JOIN read.answer_histories h ON h.user_id = d.user_id AND h.question_id = d.question_id
    WHERE d.user_id = ${userId}`,
)

/** Includes cards that an exam may bring forward; the domain decides. */
export const cardsToReview = defineQuery(
  [users, cards, guidelineChanges, studyDays, answerHistories],
  (sql, { userId, today }: { readonly userId: string; readonly today: CalendarDay }) => {
    const examDate = sql`(SELECT exam_date FROM read.users WHERE id = ${userId})`
    const active = sql`read.spaced_repetition_cards c ON c.user_id = ${userId} AND c.is_active`
    return sql<
      (SeenQuestion &
        Camel<CardTable, 'stability' | 'difficulty' | 'last_review_date' | 'next_review_date'> &
        Camel<typeof users.tables.users, 'exam_date'> & { readonly isChanged: boolean })[]
    >`
      WITH changed AS MATERIALIZED (
        SELECT c.* FROM read.question_guidelines g JOIN ${active} AND c.question_id = g.question_id AND c.question_version < g.changed_version
        WHERE g.changed_version IS NOT NULL)
      SELECT c.question_id AS "questionId", c.module, d.last_delivered_on::text AS "lastDeliveredOn", h.missed, c.stability, c.difficulty,
        c.last_review_date::text AS "lastReviewDate", c.next_review_date::text AS "nextReviewDate", exam.date::text AS "examDate",
        c."isChanged"
      FROM (SELECT ${examDate} AS date) AS exam JOIN LATERAL (
        SELECT *, true AS "isChanged" FROM changed
        UNION ALL SELECT c.*, false FROM (SELECT) AS any_learner JOIN ${active}
          AND (c.next_review_date <= ${today}
            OR (exam.date BETWEEN ${today} AND ${addDays(today, SPREAD_DAYS + 1)} AND c.next_review_date >= exam.date))
        WHERE c.question_id NOT IN (SELECT question_id FROM changed)) AS c ON true
      JOIN read.question_deliveries d ON d.user_id = ${userId} AND d.question_id = c.question_id
      JOIN read.answer_histories h ON h.user_id = ${userId} AND h.question_id = c.question_id`
  },
)

export const missedOrFlagged = defineQuery(
  [answerHistories, studyDays, cards],
  (sql, userId: string) => sql<(SeenQuestion & { readonly recall: null; readonly cause: 'missed' | 'flagged' })[]>`
    SELECT h.question_id AS "questionId", d.module, d.last_delivered_on::text AS "lastDeliveredOn", h.missed, NULL AS recall,
      CASE WHEN h.is_missed THEN 'missed' ELSE 'flagged' END AS cause
    FROM read.answer_histories h JOIN read.question_deliveries d ON d.user_id = h.user_id AND d.question_id = h.question_id
    LEFT JOIN read.spaced_repetition_cards c ON c.user_id = h.user_id AND c.question_id = h.question_id
    WHERE h.user_id = ${userId} AND (h.is_missed OR h.is_flagged) AND c.is_active IS NOT FALSE`,
)

interface Unseen {
  readonly userId: string
  readonly modules: readonly ModuleName[]
  /** 1 for single questions. */
  readonly sizes: readonly number[]
  readonly count: number
  readonly except: readonly string[]
}

/** By module and size: the `count` longest unseen, plus ties on the last day. */
export const longestUnseen = defineQuery(
  [studyDays, questions, answerHistories],
  (sql, { userId, modules, sizes, count, except }: Unseen) => sql<SeenQuestion[]>`
    SELECT seen.*, coalesce(h.missed, 0) AS missed
    FROM unnest(${modules as ModuleName[]}::text[]) AS asked (module) CROSS JOIN unnest(${sizes as number[]}::int[]) AS size
    CROSS JOIN LATERAL (
      SELECT q.id AS "questionId", q.module, d.last_delivered_on::text AS "lastDeliveredOn"
      FROM read.question_deliveries d JOIN read.questions q ON q.id = d.question_id AND q.is_active
      WHERE d.user_id = ${userId} AND d.module = asked.module AND coalesce((q.scenario->>'of')::int, 1) = size
        AND d.question_id <> ALL(${except as string[]}::uuid[])
      ORDER BY d.last_delivered_on FETCH FIRST ${count} ROWS WITH TIES) AS seen
    LEFT JOIN read.answer_histories h ON h.user_id = ${userId} AND h.question_id = seen."questionId"`,
)
