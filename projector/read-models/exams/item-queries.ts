import { type Calibrated, type Poolable, type PoolItem, poolItemOf } from '@medicready/domain/exams/pool'
import { panelRatings } from '@medicready/domain/questions/bank-goals'
import { type Camel, defineQuery } from '../query.ts'
import { questions } from '../questions/questions.ts'
import { latestCalibration } from './calibration-queries.ts'
import { itemCalibrations } from './item-calibrations.ts'

interface Row extends Omit<Poolable, 'rating'>, Camel<typeof questions.tables.questions, 'bank_id'> {
  readonly calibrated: Calibrated | null
}

export interface RatedItems {
  readonly calibrationId: string | null
  readonly items: readonly PoolItem[]
}

/** Difficulty by the latest calibration, otherwise the prior; of items in use, or of all versions ever. */
export const ratedItems = defineQuery(
  [questions, itemCalibrations, latestCalibration],
  async (sql, which: 'given' | 'all versions'): Promise<RatedItems> => {
    const [latest] = await latestCalibration(sql)
    const rows = await sql<Row[]>`
      SELECT v.question_id AS "questionId", v.version AS "questionVersion", v.module, v.difficulty, v.blooms_level AS "bloomsLevel",
        v.tags->>'domain' AS domain, v.tags->>'judgmentStep' AS "judgmentStep", q.is_pilot AS "isPilot", q.bank_id AS "bankId",
        CASE WHEN v.scenario IS NOT NULL
          THEN jsonb_build_object('id', v.scenario->'set', 'part', v.scenario->'part', 'of', v.scenario->'of') END AS set,
        CASE WHEN c.question_id IS NOT NULL THEN jsonb_build_object('difficulty', c.difficulty, 'discrimination', c.discrimination,
          'standardError', c.standard_error) END AS calibrated
      FROM read.question_versions v JOIN read.questions q ON q.id = v.question_id
      LEFT JOIN read.item_calibrations c ON c.question_id = v.question_id AND c.question_version = v.version
      ${which === 'given' ? sql`WHERE q.is_active AND v.version = q.version` : sql``} ORDER BY v.question_id, v.version`
    const { calibrationId = null, shift = 0 } = latest ?? {}
    const items = rows.map(({ bankId, calibrated, ...row }) =>
      poolItemOf({ ...row, rating: panelRatings[bankId ?? ''] ?? null }, calibrated, shift),
    )
    return { calibrationId, items }
  },
)

/** A cache key. */
export const changesToItems = defineQuery([questions, itemCalibrations], async (sql): Promise<number> => {
  const [row] = await sql<{ readonly changes: number }[]>`
    SELECT (coalesce((SELECT changes FROM read.question_catalog), 0)
      + (SELECT count(*) FROM read.calibrations WHERE is_whole))::int AS changes`
  return row?.changes ?? 0
})
