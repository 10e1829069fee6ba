import type { Why } from '@medicready/domain/study/why'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { practiceExams } from '../exams/practice-exams.ts'
import { defineQuery } from '../query.ts'
import { guidelineChanges } from '../questions/guideline-changes.ts'
import { studyDays } from './study-days.ts'
import { studySessions } from './study-sessions.ts'

type Delivery = RowOf<typeof studyDays.tables.question_deliveries>

/** What a user was given of some questions. */
export const deliveriesOf = defineQuery(
  [studyDays],
  (sql, { userId, questionIds }: { readonly userId: string; readonly questionIds: readonly string[] }) => sql<
    Pick<Delivery, 'question_id' | 'is_closed' | 'flagged_for_review'>[]
  >`
    SELECT question_id, is_closed, flagged_for_review FROM read.question_deliveries
    WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])`,
)

/** The tiers of users, and the questions that nothing may be told of yet. */
export const disclosuresOf = defineQuery(
  [users, studySessions, practiceExams],
  (sql, { userIds, now }: { readonly userIds: readonly string[]; readonly now: string }) => sql<
    (Pick<RowOf<typeof users.tables.users>, 'subscription_tier'> & {
      readonly user_id: string
      /**
       * The ids of the questions of open timed exams, and of a practice exam that goes on; null where there are none.
       */
      readonly in_timed_exams: readonly string[] | null
      readonly in_practice_exams: readonly string[] | null
    })[]
  >`
    SELECT u.id AS user_id, u.subscription_tier, (
      SELECT json_agg(question->>'questionId') FROM read.study_sessions s, jsonb_array_elements(s.questions) AS question
      WHERE s.user_id = u.id AND s.mode = 'timed_exam' AND s.completed_at IS NULL) AS in_timed_exams, (
      SELECT json_agg(q.question_id) FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id
      WHERE e.user_id = u.id AND NOT e.is_completed AND e.given_up_at IS NULL AND e.deadline > ${now}) AS in_practice_exams
    FROM read.users u WHERE u.id = ANY(${userIds as string[]}::uuid[])`,
)

/** The years of the guidelines of those questions that have changed with their guideline. */
export const changedGuidelineYears = defineQuery(
  [guidelineChanges],
  (sql, questionIds: readonly string[]) => sql<
    (Pick<RowOf<typeof guidelineChanges.tables.question_guidelines>, 'question_id'> & { readonly year: number })[]
  >`
    SELECT question_id, (guideline->>'year')::int AS year FROM read.question_guidelines
    WHERE question_id = ANY(${questionIds as string[]}::uuid[]) AND changed_version IS NOT NULL`,
)

/** Why a user was given a question on the last day that they were: as one of that day, or in a session. */
export const latestWhyOf = defineQuery(
  [studyDays, studySessions],
  (sql, { userId, questionId }: { readonly userId: string; readonly questionId: string }) => sql<{ readonly why: Why | null }[]>`
    SELECT coalesce(
      (SELECT t.why FROM read.daily_questions t
        WHERE t.user_id = d.user_id AND t.assigned_date = d.last_delivered_on AND t.question_id = d.question_id),
      (SELECT nullif(question->'why', 'null') FROM read.study_sessions s CROSS JOIN jsonb_array_elements(s.questions) AS question
        WHERE s.user_id = d.user_id AND s.date = d.last_delivered_on AND s.started_at >= d.last_delivered_on::timestamptz - interval '1 day'
          AND question->>'questionId' = d.question_id::text ORDER BY s.started_at DESC LIMIT 1)) AS why
    FROM read.question_deliveries d WHERE d.user_id = ${userId} AND d.question_id = ${questionId}`,
)
