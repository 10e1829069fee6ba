import { asItStands, type DeliveredQuestion, type Portion, portionsOf } from '@medicready/domain/study/delivered-question'
import { QuizBank, type QuizRow } from '@medicready/domain/study/quiz-bank'
import type { Catalog } from '@medicready/domain/study/selection'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'

export interface Drawable {
  readonly catalog: Catalog
  /** What a question is given with: itself alone, or its whole set. */
  readonly portionOf: ReadonlyMap<string, Portion>
}

/** Everything that may be drawn, remembered until the projection counts another change to it. */
export class QuestionCatalog {
  readonly #sql: Sql
  readonly #drawable: Remembered<Drawable>
  readonly #quizBank: Remembered<QuizBank>

  constructor(sql: Sql) {
    this.#sql = sql
    const changes = async () => (await sql<{ changes: number }[]>`SELECT changes FROM read.question_catalog`)[0]?.changes ?? 0
    this.#drawable = new Remembered(changes, () => this.#read())
    this.#quizBank = new Remembered(changes, () => this.#readQuizBank())
  }

  current(): Promise<Drawable> {
    return this.#drawable.current()
  }

  /** The same with all that quizzes ask about, which no other choice needs. */
  quizBank(): Promise<QuizBank> {
    return this.#quizBank.current()
  }

  /**
   * In the order of the ids, which is the same in every process and says nothing of who has seen what. A set is whole
   * only while all of its parts are active, in one module.
   */
  async #read(): Promise<Drawable> {
    const rows = await this.#sql<Omit<DeliveredQuestion, keyof typeof asItStands>[]>`
      SELECT ${this.#given()} FROM read.questions WHERE is_active ORDER BY id`
    const questions = rows.map((row) => ({ ...row, ...asItStands }))
    const modules = Map.groupBy(questions, ({ module }) => module)
    const catalog = new Map([...modules].map(([module, questions]) => [module, portionsOf(questions)]))
    const portionOf = new Map(
      [...catalog.values()].flat().flatMap((portion) => portion.map(({ questionId }) => [questionId, portion] as const)),
    )
    return { catalog, portionOf }
  }

  async #readQuizBank(): Promise<QuizBank> {
    return new QuizBank(
      await this.#sql<QuizRow[]>`
        SELECT ${this.#given()}, tags->>'subTopic' AS "subTopic", difficulty, item->>'kind' AS kind, tags->>'judgmentStep' AS "judgmentStep"
        FROM read.questions WHERE is_active ORDER BY id`,
    )
  }

  #given() {
    return this.#sql`id AS "questionId", version AS "questionVersion", module,
      CASE WHEN scenario IS NOT NULL
        THEN jsonb_build_object('id', scenario->'set', 'part', scenario->'part', 'of', scenario->'of') END AS set`
  }
}
