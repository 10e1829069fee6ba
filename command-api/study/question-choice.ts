import type { CalendarDay } from '@medicready/domain/calendar'
import type { ModuleName } from '@medicready/domain/study/modules'
import { type Candidate, type ModuleRecord, orderCandidates } from '@medicready/domain/study/selection'
import type { DeliveredQuestion } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'

/** More than anybody is given at once, together with what the projections may not show yet. */
const MOST = 250

/** Questions as they stand to somebody who has not seen them. */
type Catalog = ReadonlyMap<ModuleName, readonly Candidate[]>

/** Everything that may be drawn, remembered until the projection counts another change to it. */
class QuestionCatalog {
  readonly #sql: Sql
  #known: { changes: number; catalog: Catalog } | null = null
  #reading: { changes: number; catalog: Promise<Catalog> } | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async current(): Promise<Catalog> {
    const [row] = await this.#sql<{ changes: number }[]>`SELECT changes FROM read.question_catalog`
    const changes = row?.changes ?? 0
    if (this.#known?.changes === changes) return this.#known.catalog
    // Many may notice at once: one of them reads for all.
    if (this.#reading?.changes !== changes) this.#reading = { changes, catalog: this.#read() }
    const reading = this.#reading
    try {
      const catalog = await reading.catalog
      if (this.#reading === reading) this.#known = { changes, catalog }
      return catalog
    } finally {
      if (this.#reading === reading) this.#reading = null
    }
  }

  async #read(): Promise<Catalog> {
    const rows = await this.#sql<Candidate[]>`
      SELECT id AS "questionId", version AS "questionVersion", module, NULL AS "lastDeliveredOn" FROM read.questions WHERE is_active`
    return Map.groupBy(rows, ({ module }) => module)
  }
}

/** Chooses questions for learners. */
export class QuestionChoice {
  readonly #sql: Sql
  readonly #catalog: QuestionCatalog

  constructor(sql: Sql) {
    this.#sql = sql
    this.#catalog = new QuestionCatalog(sql)
  }

  /**
   * The best questions of some modules for a learner, best first. It reads the projections: they may be a moment behind, which makes the choice a little less
   * good and never wrong, because the study day decides what may be delivered.
   */
  async best({ userId, modules, seed }: { userId: string; modules: readonly ModuleName[]; seed: string }): Promise<DeliveredQuestion[]> {
    const [catalog, days, records] = await Promise.all([
      this.#catalog.current(),
      // A row for each day instead of one for each question: somebody may have had thousands.
      this.#sql<{ day: CalendarDay; questions: string }[]>`
        SELECT last_delivered_on::text AS day, string_agg(question_id::text, ',') AS questions
        FROM read.question_deliveries WHERE user_id = ${userId} GROUP BY last_delivered_on`,
      this.#sql<ModuleRecord[]>`
        SELECT module, scored_answers AS "scoredAnswers", correct_answers AS "correctAnswers"
        FROM read.user_progress WHERE user_id = ${userId}`,
    ])
    const lastDelivered = new Map<string, CalendarDay>()
    for (const { day, questions } of days) for (const questionId of questions.split(',')) lastDelivered.set(questionId, day)
    const candidates = modules.flatMap((module) => catalog.get(module) ?? [])
    const unseen = candidates.filter(({ questionId }) => !lastDelivered.has(questionId))
    const best = orderCandidates(unseen, records, seed, MOST)
    if (best.length === MOST || unseen.length === candidates.length) return best
    const seen = candidates.flatMap((question) => {
      const lastDeliveredOn = lastDelivered.get(question.questionId)
      return lastDeliveredOn === undefined ? [] : [{ ...question, lastDeliveredOn }]
    })
    return [...best, ...orderCandidates(seen, records, seed, MOST - best.length)]
  }
}
