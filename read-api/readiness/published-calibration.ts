import type { CalibrationFigures, ReadinessCalibration } from '@medicready/domain/contract/readiness/readiness'
import { type BinSums, published } from '@medicready/domain/readiness/published'
import { LEAST_OUTCOMES_SHOWN } from '@medicready/domain/readiness/rules'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type Reads, readModelsOf } from '@medicready/projector/read-models/query'
import { predictionSums, predictionsAside } from '@medicready/projector/read-models/readiness/readiness-queries'
import { SharedAnswer } from '../shared-answer.ts'

/** How often what was predicted has come true, of all learners together. */
export class PublishedCalibration implements Reads {
  readonly reads = readModelsOf([predictionSums, predictionsAside])
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
      predictionSums(this.#sql, 'practice_exam_predictions'),
      predictionSums(this.#sql, 'national_exam_predictions'),
      predictionsAside(this.#sql),
    ])
    const { left = 0, notTaken = 0 } = aside[0] ?? {}
    return {
      practiceExams: { ...shownOf(ofPractice, 1), left },
      nationalExams: { ...shownOf(ofNational, LEAST_OUTCOMES_SHOWN), notTaken, leastShown: LEAST_OUTCOMES_SHOWN },
    }
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
