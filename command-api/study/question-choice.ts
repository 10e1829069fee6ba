import type { ModuleName } from '@medicready/domain/study/modules'
import {
  type Catalog,
  deal,
  findNew,
  type ModuleRecord,
  type Piles,
  repeatsOf,
  type SeenQuestion,
  weakestFirst,
} from '@medicready/domain/study/selection'
import type { DeliveredQuestion } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'

interface AskedFor {
  readonly userId: string
  readonly modules: readonly ModuleName[]
  readonly seed: string
  /** How many. The study day passes over what it delivered already: ask for that many more. */
  readonly count: number
}

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

  /** In the order of the ids, which is the same in every process and says nothing of who has seen what. */
  async #read(): Promise<Catalog> {
    const rows = await this.#sql<DeliveredQuestion[]>`
      SELECT id AS "questionId", version AS "questionVersion", module FROM read.questions WHERE is_active ORDER BY id`
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
   * The best questions of some modules for a learner, best first. It reads the projections: they may be a moment
   * behind, which makes the choice a little less good and never wrong, because the study day decides what may be
   * delivered.
   */
  async best(asked: AskedFor): Promise<DeliveredQuestion[]> {
    const { userId, modules, seed, count } = asked
    const [fresh, records] = await Promise.all([
      this.#catalog.current().then((catalog) => this.#findNew(catalog, asked)),
      this.#sql<ModuleRecord[]>`
        SELECT module, scored_answers AS "scoredAnswers", correct_answers AS "correctAnswers"
        FROM read.user_progress WHERE user_id = ${userId}`,
    ])
    const order = weakestFirst(modules, records, seed)
    const chosen = deal(order, fresh, count)
    if (chosen.length === count) return chosen
    return [...chosen, ...deal(order, repeatsOf(await this.#longestUnseen(asked), seed), count - chosen.length)]
  }

  async #findNew(catalog: Catalog, asked: AskedFor): Promise<Piles> {
    const finding = findNew(catalog, asked)
    let step = finding.next()
    while (!step.done) step = finding.next(await this.#seenAmong(step.value, asked.userId))
    return step.value
  }

  async #seenAmong(questionIds: readonly string[], userId: string): Promise<Set<string>> {
    const rows = await this.#sql<{ questionId: string }[]>`
      SELECT question_id AS "questionId" FROM read.question_deliveries
      WHERE user_id = ${userId} AND question_id = ANY(${questionIds as string[]}::uuid[])`
    return new Set(rows.map(({ questionId }) => questionId))
  }

  /**
   * Of each module as many as were asked for at most, and all of the last day among them, so that the seed decides
   * between these.
   */
  #longestUnseen({ userId, modules, count }: AskedFor): Promise<SeenQuestion[]> {
    return this.#sql<SeenQuestion[]>`
      SELECT seen.* FROM unnest(${modules as ModuleName[]}::text[]) AS asked (module) CROSS JOIN LATERAL (
        SELECT q.id AS "questionId", q.version AS "questionVersion", q.module, d.last_delivered_on::text AS "lastDeliveredOn"
        FROM read.question_deliveries d JOIN read.questions q ON q.id = d.question_id AND q.is_active
        WHERE d.user_id = ${userId} AND d.module = asked.module
        ORDER BY d.last_delivered_on FETCH FIRST ${count} ROWS WITH TIES) AS seen`
  }
}
