import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { RowOf } from '../definition.ts'
import { defineQuery, rowsWith } from '../query.ts'
import { studyDays } from '../study/study-days.ts'
import { practiceExams } from './practice-exams.ts'

const { tables } = practiceExams
export type ExamItemRow = RowOf<typeof tables.practice_exam_questions>
export type ExamRow = RowOf<typeof tables.practice_exams> & {
  readonly is_withheld: boolean
}

const LATEST = 5

interface WhichExams {
  readonly userId: string
  readonly withheld: ReadonlySet<string>
  readonly examId: string | null
}

export const examsOf = defineQuery(
  [practiceExams],
  (sql, { userId, withheld, examId }: WhichExams) => sql<ExamRow[]>`
    SELECT e.*, EXISTS (SELECT FROM read.practice_exam_questions q
      WHERE q.exam_id = e.id AND q.question_id = ANY(${[...withheld]}::uuid[])) AS is_withheld
    FROM read.practice_exams e WHERE e.user_id = ${userId} ${examId === null ? sql`` : sql`AND e.id = ${examId}`}
    ORDER BY e.started_at DESC, e.id LIMIT ${LATEST}`,
)

/** Excludes later parts of an unanswered set, which were not shown. */
export const seenItems = defineQuery(
  [practiceExams],
  (sql, { id, questions_answered }: Pick<ExamRow, 'id' | 'questions_answered'>) => sql<ExamItemRow[]>`
    SELECT * FROM read.practice_exam_questions WHERE exam_id = ${id} AND order_in_exam <= ${questions_answered + 1} ORDER BY order_in_exam`,
)

export const standardErrorsOf = rowsWith(practiceExams, 'exam_pool_parts', ['standard_errors'], 'pool_id')

export const timedOutExams = defineQuery(
  [practiceExams],
  (sql, { now, after, limit }: { readonly now: string; readonly after: string; readonly limit: number }) => sql<
    { readonly examId: ExamRow['id']; readonly userId: ExamRow['user_id'] }[]
  >`
    SELECT id AS "examId", user_id AS "userId" FROM read.practice_exams
    WHERE NOT is_completed AND given_up_at IS NULL AND deadline <= ${now} AND id > ${after}
    ORDER BY id LIMIT ${limit}`,
)

export const questionsMetSince = defineQuery(
  [studyDays, practiceExams],
  (sql, { userId, since }: { readonly userId: string; readonly since: CalendarDay }) => sql<
    { readonly questionId: string; readonly day: CalendarDay }[]
  >`
    SELECT question_id AS "questionId", max(day)::text AS day FROM (
      SELECT question_id, last_delivered_on AS day FROM read.question_deliveries WHERE user_id = ${userId} AND last_delivered_on >= ${since}
      UNION ALL
      SELECT q.question_id, e.started_at::date FROM read.practice_exams e JOIN read.practice_exam_questions q ON q.exam_id = e.id
      WHERE e.user_id = ${userId} AND e.started_at >= ${since}
    ) AS met GROUP BY question_id`,
)
