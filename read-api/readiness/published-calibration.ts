import type { CalibrationFigures, ReadinessCalibration } from '@medicready/domain/contract/readiness'
import { BINS, type BinSums, published } from '@medicready/domain/readiness/published'
import { LEAST_OUTCOMES_SHOWN } from '@medicready/domain/readiness/rules'
import type { Sql } from '@medicready/platform/postgres/connection'
import { SharedAnswer } from '../shared-answer.ts'

type Table = 'practice_exam_predictions' | 'national_exam_predictions'

/** How often what was predicted has come true, of all learners together. */
export class PublishedCalibration {
  readonly #sql: Sql
  readonly #now = new SharedAnswer(() => this.#read())

  constructor(sql: Sql) {
    this.#sql = sql
  }

  read(): Promise<ReadinessCalibration> {
    return this.#now.ask()
  }

  async #read(): Promise<ReadinessCalibration> {
    const [ofPractice, ofNational, aside] = await Promise.all([
      this.#sumsOf('practice_exam_predictions'),
      this.#sumsOf('national_exam_predictions'),
      this.#sql<{ left: number; notTaken: number }[]>`
        SELECT (SELECT count(*)::int FROM read.practice_exam_predictions WHERE outcome = 'left') AS left,
          (SELECT count(*)::int FROM read.national_exam_predictions WHERE outcome = 'not_taken') AS "notTaken"`,
    ])
    const { left = 0, notTaken = 0 } = aside[0] ?? {}
    return {
      practiceExams: { ...shownOf(ofPractice, 1), left },
      nationalExams: { ...shownOf(ofNational, LEAST_OUTCOMES_SHOWN), notTaken, leastShown: LEAST_OUTCOMES_SHOWN },
    }
  }

  #sumsOf(table: Table): Promise<BinSums[]> {
    const sql = this.#sql
    return sql<BinSums[]>`
      SELECT bin, count(*)::int AS predictions, sum(happened)::int AS passed, sum(chance) AS chances,
        sum((chance - happened) * (chance - happened)) AS squares
      FROM (SELECT chance, least(floor(chance * ${BINS}), ${BINS - 1})::int AS bin, (outcome = 'passed')::int AS happened
        FROM ${sql(`read.${table}`)} WHERE outcome IN ('passed', 'failed')) AS told
      GROUP BY bin ORDER BY bin`
  }
}

/** Figures to the third decimal: more would tell of single people. */
const rounded = (figure: number): number => Math.round(figure * 1_000) / 1_000
const roundedOrNull = (figure: number | null): number | null => (figure === null ? null : rounded(figure))

function shownOf(sums: readonly BinSums[], least: number): { predictions: number; figures: CalibrationFigures | null } {
  const { predictions, passed, brierScore, brierScoreOfAConstant, expectedCalibrationError, bins } = published(sums)
  if (predictions < least || brierScore === null || brierScoreOfAConstant === null || expectedCalibrationError === null)
    return { predictions, figures: null }
  const figures = {
    passed,
    brierScore: rounded(brierScore),
    brierScoreOfAConstant: rounded(brierScoreOfAConstant),
    expectedCalibrationError: rounded(expectedCalibrationError),
    bins: bins.map((bin) => ({
      ...bin,
      said: roundedOrNull(bin.said),
      happened: roundedOrNull(bin.happened),
      low: roundedOrNull(bin.low),
      high: roundedOrNull(bin.high),
    })),
  }
  return { predictions, figures }
}
