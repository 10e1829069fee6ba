import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Item } from '@medicready/domain/questions/content/item'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { RowOf } from '../definition.ts'
import { type Camel, defineQuery } from '../query.ts'
import { studyDays } from '../study/study-days.ts'
import { userModules } from '../study/user-modules.ts'
import { generationDays } from './generation-days.ts'
import { questions } from './questions.ts'

interface ShortOf {
  /** Learners count as active if they studied since then. */
  readonly since: CalendarDay
  /** Threshold of unseen questions. */
  readonly fewLeft: number
  readonly userIds?: readonly string[] | undefined
}

/** Emptiest first. Parts of sets do not count, as they are not given alone. */
export const modulesRunningLow = defineQuery(
  [studyDays, questions, userModules],
  (sql, { since, fewLeft, userIds }: ShortOf) => sql<
    (Pick<RowOf<typeof userModules.tables.user_modules>, 'user_id' | 'module'> & { readonly unseen: number })[]
  >`
    WITH active AS (
      SELECT DISTINCT user_id FROM read.study_days
      WHERE date >= ${since} ${userIds ? sql`AND user_id = ANY(${userIds as string[]}::uuid[])` : sql``}
    ), bank AS (
      SELECT module, count(*)::int AS questions FROM read.questions WHERE is_active AND scenario IS NULL GROUP BY module
    ), seen AS (
      SELECT d.user_id, q.module, count(*)::int AS questions
      FROM active JOIN read.question_deliveries d USING (user_id) JOIN read.questions q ON q.id = d.question_id
      WHERE q.is_active AND q.scenario IS NULL GROUP BY d.user_id, q.module
    )
    SELECT m.user_id, m.module, coalesce(bank.questions, 0) - coalesce(seen.questions, 0) AS unseen
    FROM active JOIN read.user_modules m USING (user_id)
    LEFT JOIN bank USING (module) LEFT JOIN seen ON seen.user_id = m.user_id AND seen.module = m.module
    WHERE m.is_active AND coalesce(bank.questions, 0) - coalesce(seen.questions, 0) < ${fewLeft}
    ORDER BY unseen, m.user_id`,
)

type Stock = Camel<typeof questions.tables.questions, 'module' | 'difficulty' | 'blooms_level'> &
  Pick<QuestionContent['tags'], 'subTopic'> & { readonly kind: Item['kind'] | 'scenario_set'; readonly unseen: number }

/** Weighted by the share of these learners who have not seen a question. */
export const stockOf = defineQuery(
  [questions, studyDays],
  (sql, { modules, userIds }: { readonly modules: readonly ModuleName[]; readonly userIds: readonly string[] }) => sql<Stock[]>`
    WITH seen AS (
      SELECT question_id, count(*) AS learners FROM read.question_deliveries WHERE user_id = ANY(${userIds as string[]}::uuid[])
      GROUP BY question_id
    )
    SELECT q.module, q.tags->>'subTopic' AS "subTopic", q.difficulty, q.blooms_level AS "bloomsLevel",
      CASE WHEN q.scenario IS NULL THEN q.item->>'kind' ELSE 'scenario_set' END AS kind,
      sum(1 - coalesce(seen.learners, 0)::float8 / ${userIds.length}::float8)::float8 AS unseen
    FROM read.questions q LEFT JOIN seen ON seen.question_id = q.id
    WHERE q.is_active AND q.module = ANY(${modules as string[]})
    GROUP BY 1, 2, 3, 4, 5`,
)

export const openGenerationDays = defineQuery(
  [generationDays],
  (sql, before: CalendarDay) => sql<Pick<RowOf<typeof generationDays.tables.generation_days>, 'date'>[]>`
    SELECT date::text FROM read.generation_days WHERE is_open AND date < ${before} ORDER BY date`,
)
