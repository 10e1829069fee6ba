import { addDays } from '@medicready/domain/calendar'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type Demand, planQuestions, type Stock, type Wanted } from './plan.ts'

/** Whoever was given questions in so many days is an active learner. */
const ACTIVE_DAYS = 14
/** A module runs low for a learner who has fewer questions of it left. */
const FEW_LEFT = 15
/** Enough learners to see what most of them lack. */
const SAMPLE = 200

interface Look {
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly count: number
  /** Looks after these learners alone. */
  readonly userIds?: readonly string[]
}

/**
 * What should be written next for those who study now, from the read models: they may be a moment behind, which makes
 * the plan a little less good and costs nothing, since the budget is not theirs to keep. Parts of sets leave nobody
 * less short: nobody can be given one by itself, and whoever has few questions a day is never given a set. They are
 * looked at only to tell whether sets are wanted too.
 */
export async function findNeeds(sql: Sql, { today, count, userIds }: Look): Promise<Wanted[]> {
  const learners = await sql<{ user_id: string; module: Demand['module']; unseen: number }[]>`
    WITH active AS (
      SELECT DISTINCT user_id FROM read.study_days
      WHERE date >= ${addDays(today, -ACTIVE_DAYS)} ${userIds ? sql`AND user_id = ANY(${userIds as string[]}::uuid[])` : sql``}
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
    WHERE m.is_active AND coalesce(bank.questions, 0) - coalesce(seen.questions, 0) < ${FEW_LEFT}
    ORDER BY unseen, m.user_id`
  if (learners.length === 0) return []

  const demands = new Map<Demand['module'], Demand>()
  for (const { module, unseen } of learners) {
    const known = demands.get(module) ?? { module, exhausted: 0, running: 0, shortage: 0 }
    demands.set(module, {
      module,
      exhausted: known.exhausted + (unseen <= 0 ? 1 : 0),
      running: known.running + 1,
      shortage: Math.max(known.shortage, FEW_LEFT - unseen),
    })
  }

  const sample = [...new Set(learners.map((learner) => learner.user_id))].slice(0, SAMPLE)
  const stock = await sql<Stock[]>`
    WITH seen AS (
      SELECT question_id, count(*) AS learners FROM read.question_deliveries WHERE user_id = ANY(${sample}::uuid[]) GROUP BY question_id
    )
    SELECT q.module, q.tags->>'subTopic' AS "subTopic", q.difficulty, q.blooms_level AS "bloomsLevel",
      CASE WHEN q.scenario IS NULL THEN q.item->>'kind' ELSE 'scenario_set' END AS kind,
      sum(1 - coalesce(seen.learners, 0)::float8 / ${sample.length}::float8)::float8 AS unseen
    FROM read.questions q LEFT JOIN seen ON seen.question_id = q.id
    WHERE q.is_active AND q.module = ANY(${[...demands.keys()]})
    GROUP BY 1, 2, 3, 4, 5`
  return planQuestions([...demands.values()], stock, count)
}
