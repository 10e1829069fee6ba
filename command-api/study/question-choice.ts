import type { CalendarDay } from '@medicready/domain/calendar'
import { asItStands, type DeliveredQuestion, type Portion, portionsOf } from '@medicready/domain/study/delivered-question'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import {
  type Catalog,
  deal,
  findNew,
  type ModuleRecord,
  type Piles,
  repeatsOf,
  type SeenPortion,
  weakestFirst,
} from '@medicready/domain/study/selection'
import type { StudyMode } from '@medicready/domain/study/study-day'
import type { Sql } from '@medicready/platform/postgres/connection'

interface AskedFor {
  readonly userId: string
  readonly modules: readonly ModuleName[]
  readonly seed: string
  /**
   * How many; a set counts as many as it has parts. The study day passes over what it delivered already: ask for that
   * many more.
   */
  readonly count: number
}

/** What the questions of a study session are chosen for. */
export interface SessionAsked extends AskedFor {
  readonly mode: Exclude<StudyMode, 'daily'>
  /** What they must be; null for the mode's own choice. */
  readonly quiz: QuizFilter | null
  /** What the day gave already, which the read models may not show yet. Giving it again costs nothing of the limit. */
  readonly alreadyDelivered: ReadonlySet<string>
}

interface SeenRow {
  readonly questionId: string
  readonly module: ModuleName
  readonly lastDeliveredOn: CalendarDay
}

interface Drawable {
  readonly catalog: Catalog
  /** What a question is given with: itself alone, or its whole set. */
  readonly portionOf: ReadonlyMap<string, Portion>
}

/** Everything that may be drawn, remembered until the projection counts another change to it. */
class QuestionCatalog {
  readonly #sql: Sql
  #known: { changes: number; drawable: Drawable } | null = null
  #reading: { changes: number; drawable: Promise<Drawable> } | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async current(): Promise<Drawable> {
    const [row] = await this.#sql<{ changes: number }[]>`SELECT changes FROM read.question_catalog`
    const changes = row?.changes ?? 0
    if (this.#known?.changes === changes) return this.#known.drawable
    // Many may notice at once: one of them reads for all.
    if (this.#reading?.changes !== changes) this.#reading = { changes, drawable: this.#read() }
    const reading = this.#reading
    try {
      const drawable = await reading.drawable
      if (this.#reading === reading) this.#known = { changes, drawable }
      return drawable
    } finally {
      if (this.#reading === reading) this.#reading = null
    }
  }

  /**
   * In the order of the ids, which is the same in every process and says nothing of who has seen what. A set is whole
   * only while all of its parts are active, in one module.
   */
  async #read(): Promise<Drawable> {
    const rows = await this.#sql<Omit<DeliveredQuestion, keyof typeof asItStands>[]>`
      SELECT id AS "questionId", version AS "questionVersion", module,
        CASE WHEN scenario IS NOT NULL
          THEN jsonb_build_object('id', scenario->'set', 'part', scenario->'part', 'of', scenario->'of') END AS set
      FROM read.questions WHERE is_active ORDER BY id`
    const questions = rows.map((row) => ({ ...row, ...asItStands }))
    const modules = Map.groupBy(questions, ({ module }) => module)
    const catalog = new Map([...modules].map(([module, questions]) => [module, portionsOf(questions)]))
    const portionOf = new Map(
      [...catalog.values()].flat().flatMap((portion) => portion.map(({ questionId }) => [questionId, portion] as const)),
    )
    return { catalog, portionOf }
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
    const drawing = this.#catalog.current()
    const [{ portionOf }, fresh, records] = await Promise.all([
      drawing,
      drawing.then(({ catalog }) => this.#findNew(catalog, asked)),
      this.#sql<ModuleRecord[]>`
        SELECT module, scored_answers AS "scoredAnswers", correct_answers AS "correctAnswers"
        FROM read.user_progress WHERE user_id = ${userId}`,
    ])
    const order = weakestFirst(modules, records, seed)
    const chosen = deal(order, fresh, count)
    if (chosen.length === count) return chosen
    const seen = await this.#longestUnseen(asked, portionOf)
    return [...chosen, ...deal(order, repeatsOf(seen, seed), count - chosen.length)]
  }

  /**
   * The best questions for a study session, best first, sets as a whole. What the day gave already comes only where
   * there is nothing else.
   */
  async forSession(asked: SessionAsked): Promise<DeliveredQuestion[]> {
    const { alreadyDelivered, count } = asked
    const chosen = await this.best({ ...asked, count: count + alreadyDelivered.size })
    const fresh = chosen.filter(({ questionId }) => !alreadyDelivered.has(questionId))
    return fresh.length > 0 ? fresh : chosen
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
   * Of each module as many questions as were asked for, sets among them, and as many by themselves, so that there are
   * enough where no set fits.
   */
  async #longestUnseen(asked: AskedFor, portionOf: Drawable['portionOf']): Promise<SeenPortion[]> {
    const rows = await this.#longestUnseenRows(asked, this.#sql`true`)
    const isSingle = ({ questionId }: SeenRow) => portionOf.get(questionId)?.length === 1
    const singles = rows.every(isSingle) ? [] : await this.#longestUnseenRows(asked, this.#sql`q.scenario IS NULL`)
    const seen = new Map<Portion, SeenPortion>()
    for (const { questionId, module, lastDeliveredOn } of [...rows, ...singles]) {
      const portion = portionOf.get(questionId)
      const known = portion && seen.get(portion)
      // A set was seen when any of its parts was.
      if (portion && (!known || known.lastDeliveredOn < lastDeliveredOn)) seen.set(portion, { module, portion, lastDeliveredOn })
    }
    return [...seen.values()]
  }

  /** All of the last day among them, so that the seed decides between these. */
  #longestUnseenRows({ userId, modules, count }: AskedFor, which: ReturnType<Sql>): Promise<SeenRow[]> {
    return this.#sql<SeenRow[]>`
      SELECT seen.* FROM unnest(${modules as ModuleName[]}::text[]) AS asked (module) CROSS JOIN LATERAL (
        SELECT q.id AS "questionId", q.module, d.last_delivered_on::text AS "lastDeliveredOn"
        FROM read.question_deliveries d JOIN read.questions q ON q.id = d.question_id AND q.is_active
        WHERE d.user_id = ${userId} AND d.module = asked.module AND ${which}
        ORDER BY d.last_delivered_on FETCH FIRST ${count} ROWS WITH TIES) AS seen`
  }
}
