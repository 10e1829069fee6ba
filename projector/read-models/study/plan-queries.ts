import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import { mockBlueprints } from '@medicready/domain/exams/shown/blueprints'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { users } from '../accounts/users.ts'
import type { RowOf } from '../definition.ts'
import { practiceExams } from '../exams/practice-exams.ts'
import { defineQuery } from '../query.ts'
import { questions } from '../questions/questions.ts'
import { studyDays } from './study-days.ts'
import { userProgress } from './user-progress.ts'

export const usersWithExamDate = defineQuery(
  [users],
  (sql, { after, limit }: { readonly after: string; readonly limit: number }) => sql<Pick<RowOf<typeof users.tables.users>, 'id'>[]>`
    SELECT id FROM read.users WHERE exam_date IS NOT NULL AND id > ${after} ORDER BY id LIMIT ${limit}`,
)

export const answeredSince = defineQuery(
  [studyDays],
  (sql, { userId, from }: { readonly userId: string; readonly from: CalendarDay }) => sql<
    Pick<RowOf<typeof studyDays.tables.study_days>, 'date' | 'answered'>[]
  >`
    SELECT date::text, answered FROM read.study_days WHERE user_id = ${userId} AND date >= ${from}`,
)

interface ModuleToPlan {
  readonly module: ModuleName
  readonly unseen: number
  readonly scored: number
  readonly correct: number
}

export const modulesToPlan = defineQuery(
  [questions, studyDays, userProgress],
  (sql, { userId, modules }: { readonly userId: string; readonly modules: readonly ModuleName[] }) => sql<ModuleToPlan[]>`
    SELECT asked.module, coalesce(bank.questions, 0) - coalesce(seen.questions, 0) AS unseen,
      coalesce(p.scored_answers, 0) AS scored, coalesce(p.correct_answers, 0) AS correct
    FROM unnest(${modules as string[]}::text[]) AS asked (module)
    LEFT JOIN (SELECT module, count(*)::int AS questions FROM read.questions WHERE is_active GROUP BY module) AS bank USING (module)
    LEFT JOIN (
      SELECT q.module, count(*)::int AS questions FROM read.question_deliveries d
      JOIN read.questions q ON q.id = d.question_id AND q.is_active WHERE d.user_id = ${userId} GROUP BY q.module
    ) AS seen USING (module)
    LEFT JOIN read.user_progress p ON p.user_id = ${userId} AND p.module = asked.module
    ORDER BY asked.module`,
)

export const latestMockExam = defineQuery(
  [practiceExams],
  (sql, userId: string) => sql<{ readonly startedAt: string | null }[]>`
    SELECT max(started_at) AS "startedAt" FROM read.practice_exams WHERE user_id = ${userId} AND blueprint = ANY(${[...mockBlueprints]})`,
)
