import type { CalibrationFigures, Readiness, ReadinessCalibration, ReadinessFigures } from '@medicready/domain/contract/readiness/readiness'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { type MockBlueprint, TODAYS_EXAM } from '@medicready/domain/exams/shown/blueprints'
import { CUT, scoreOf } from '@medicready/domain/exams/shown/score'
import type { CommonShift } from '@medicready/domain/readiness/common-shift'
import type { EvidenceOf } from '@medicready/domain/readiness/evidence'
import { type BinSums, published } from '@medicready/domain/readiness/published'
import { LEAST_SCORED_ANSWERS, readinessByDay, readinessOf } from '@medicready/domain/readiness/readiness'
import { LEAST_OUTCOMES_SHOWN, OUTCOME_LINK_DAYS, TREND_DAYS } from '@medicready/domain/readiness/shown/rules'
import type { Clock } from '@medicready/platform/clock'
import type { Sql } from '@medicready/platform/postgres/connection'
import { type Reads, readModelsOf } from '@medicready/projector/read-models/query'
import { LearnersEvidence } from '@medicready/projector/read-models/readiness/learners-evidence'
import {
  predictionSums,
  predictionsAside,
  type ReadinessRow,
  readinessRowOf,
} from '@medicready/projector/read-models/readiness/readiness-queries'
import { LRUCache } from 'lru-cache'
import { known } from '../reading.ts'
import { SharedAnswer } from '../shared-query.ts'
import { todayOf } from '../study/account-days.ts'

const REMEMBERED = 1_000

type Told = Pick<Readiness, 'scoredAnswers' | 'figures'>

interface Source {
  /** Answers are never taken back, so their number identifies them. */
  readonly answers: number
  readonly items: object
  readonly shift: CommonShift
  readonly blueprint: MockBlueprint
  readonly today: CalendarDay
}

const sourceKeys = ['answers', 'items', 'shift', 'blueprint', 'today'] as const satisfies readonly (keyof Source)[]

export class OwnReadiness implements Reads {
  readonly reads: Reads['reads']
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #evidence: LearnersEvidence
  readonly #worked = new LRUCache<string, Source & { readonly told: Told }>({ max: REMEMBERED })

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
    this.#evidence = new LearnersEvidence(sql)
    this.reads = readModelsOf([readinessRowOf, this.#evidence])
  }

  async of(userId: string): Promise<Readiness> {
    const [found] = await readinessRowOf(this.#sql, userId)
    const row = known(found)
    const today = todayOf(row, this.#clock())
    const blueprint = row.blueprint ?? TODAYS_EXAM
    const told = await this.#toldOf(userId, { answers: row.answers, blueprint, today })
    return {
      blueprint,
      ...told,
      missingAnswers: Math.max(0, LEAST_SCORED_ANSWERS - told.scoredAnswers),
      outcome: outcomeIn(row, today),
    }
  }

  async #toldOf(userId: string, asked: Omit<Source, 'items' | 'shift'>): Promise<Told> {
    const [items, shift] = await Promise.all([this.#evidence.items(), this.#evidence.shift()])
    const now: Source = { ...asked, items, shift }
    const before = this.#worked.get(userId)
    if (before && sourceKeys.every((key) => before[key] === now[key])) return before.told
    const found = await this.#evidence.of(userId, now)
    const told = { scoredAnswers: found.scoredAnswers, figures: figuresFrom(found, now) }
    this.#worked.set(userId, { ...now, told })
    return told
  }
}

function figuresFrom({ evidence, enoughSince }: EvidenceOf, { today, ...exam }: Source): ReadinessFigures | null {
  if (enoughSince === null) return null
  const { ability, byCategory, ...now } = readinessOf(evidence, exam, today)
  const { chance, low, high } = now
  const shownFrom = addDays(today, 1 - TREND_DAYS)
  const days = readinessByDay(evidence, exam, enoughSince > shownFrom ? enoughSince : shownFrom)
  return {
    ...now,
    ability,
    score: scoreOf(ability, CUT),
    realOutcomes: exam.shift.outcomes,
    byCategory: [...byCategory],
    trend: [...days.filter(({ day }) => day < today), { day: today, chance, low, high }],
  }
}

/** Asked from the day after the exam. A reported outcome is shown as long, so that it can be corrected. */
function outcomeIn({ sitting_id, sat_on, outcome, exam_date }: ReadinessRow, today: CalendarDay): Readiness['outcome'] {
  if (sitting_id === null || sat_on === null || sat_on >= today || addDays(sat_on, OUTCOME_LINK_DAYS) < today) return null
  if (outcome === null && exam_date !== sat_on) return null
  return { sittingId: sitting_id, examDate: sat_on, reported: outcome }
}

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

/** More than three decimals would reveal single people. */
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
