import { asItStands, type Portion, portionsOf } from '@medicready/domain/study/delivered-question'
import { QuizBank } from '@medicready/domain/study/quiz-bank'
import type { Catalog } from '@medicready/domain/study/selection'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import { catalogChanges, drawableQuestions, quizQuestions } from '@medicready/projector/read-models/study/catalog-queries'

export interface Drawable {
  readonly catalog: Catalog
  /** What a question is given with: itself alone, or its whole set. */
  readonly portionOf: ReadonlyMap<string, Portion>
}

/** Everything that may be drawn, remembered until the projection counts another change to it. */
export class QuestionCatalog {
  readonly #drawable: Remembered<Drawable>
  readonly #quizBank: Remembered<QuizBank>

  constructor(sql: Sql) {
    const changes = async () => (await catalogChanges(sql))[0]?.changes ?? 0
    this.#drawable = new Remembered(changes, () => readDrawable(sql))
    this.#quizBank = new Remembered(changes, async () => new QuizBank(await quizQuestions(sql)))
  }

  current(): Promise<Drawable> {
    return this.#drawable.current()
  }

  /** The same with all that quizzes ask about, which no other choice needs. */
  quizBank(): Promise<QuizBank> {
    return this.#quizBank.current()
  }
}

/** A set is whole only while all of its parts are active, in one module. */
async function readDrawable(sql: Sql): Promise<Drawable> {
  const questions = (await drawableQuestions(sql)).map((row) => ({ ...row, ...asItStands }))
  const modules = Map.groupBy(questions, ({ module }) => module)
  const catalog = new Map([...modules].map(([module, questions]) => [module, portionsOf(questions)]))
  const portionOf = new Map(
    [...catalog.values()].flat().flatMap((portion) => portion.map(({ questionId }) => [questionId, portion] as const)),
  )
  return { catalog, portionOf }
}
