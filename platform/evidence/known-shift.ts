import { type CommonShift, commonShiftFrom, type RealOutcome } from '@medicready/domain/readiness/common-shift'
import type { Sql } from '../postgres/connection.ts'

/** The latest outcomes are enough: with so many the shift is known to some hundredths of a logit. */
const MOST_OUTCOMES = 1_000

/** How far our scale is off the real exam's, as far as calibrations and real outcomes tell. */
export async function knownShift(sql: Sql): Promise<CommonShift> {
  const [calibrated] = await sql<{ shift: number; learners: number }[]>`
    SELECT shift, learners FROM read.calibrations WHERE is_whole ORDER BY calibrated_on DESC LIMIT 1`
  // Each ability is on the scale of its day. Calibrations have moved the scale since.
  const outcomes = await sql<(RealOutcome & { readonly told: number })[]>`
    SELECT p.blueprint, p.ability - coalesce(earlier.shift, 0) + ${calibrated?.shift ?? 0}::double precision AS ability,
      p.standard_error AS "standardError", p.outcome = 'passed' AS "hasPassed", (count(*) OVER ())::int AS told
    FROM read.national_exam_predictions p LEFT JOIN LATERAL (
      SELECT c.shift FROM read.calibrations c
      WHERE c.is_whole AND c.calibrated_on <= (p.predicted_at AT TIME ZONE 'UTC')::date ORDER BY c.calibrated_on DESC LIMIT 1
    ) AS earlier ON true
    WHERE p.outcome IN ('passed', 'failed') ORDER BY p.predicted_at DESC, p.sitting_id LIMIT ${MOST_OUTCOMES}`
  return commonShiftFrom({ calibratedBy: calibrated?.learners ?? 0, outcomes, told: outcomes[0]?.told ?? 0 })
}

/** Counts what has changed of that. */
export async function changesToShift(sql: Sql): Promise<number> {
  const [row] = await sql<{ changes: number }[]>`
    SELECT ((SELECT count(*) FROM read.calibrations WHERE is_whole)
      + (SELECT coalesce(sum(reports), 0) FROM read.national_exam_predictions WHERE reports > 0))::int AS changes`
  return row?.changes ?? 0
}
