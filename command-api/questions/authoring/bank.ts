import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { type Compared, comparable, likenesses, type QuestionIndex, questionIndex } from '@medicready/domain/questions/similarity'
import type { Sql } from '@medicready/platform/postgres/connection'
import { questionsEverAsked } from '@medicready/projector/read-models/questions/bank-queries'
import type { Wanted } from './plan.ts'

const STEMS_TOLD = 12
const STEM_LENGTH = 300

interface Known extends Compared {
  readonly module: string
  readonly subTopic: string
  readonly guideline: Guideline
}

export type Guideline = QuestionContent['guideline']

export class KnownQuestions {
  readonly #questions: Known[]
  readonly #index: QuestionIndex
  readonly #added: Known[] = []
  readonly added: QuestionContent[] = []

  private constructor(questions: Known[]) {
    this.#questions = questions
    this.#index = questionIndex(questions)
  }

  static async load(sql: Sql, alsoAdded: readonly QuestionContent[] = []): Promise<KnownQuestions> {
    const known = new KnownQuestions(await questionsEverAsked(sql))
    for (const content of alsoAdded) known.#add(content)
    return known
  }

  add(content: QuestionContent): void {
    this.#add(content)
    this.added.push(content)
  }

  #add(content: QuestionContent): void {
    const { module, tags, guideline, stem, scenario, item } = content
    this.#added.push({ module, subTopic: tags.subTopic, guideline, stem, scenario, item })
  }

  hasLike(content: QuestionContent): boolean {
    return [this.#index, questionIndex(this.#added)].some((index) => likenesses(content, index).length > 0)
  }

  guidelinesOf(module: string): Guideline[] {
    const found = this.#questions.filter((known) => known.module === module).map(({ guideline }) => guideline)
    return [...new Map(found.map(({ name, year }) => [`${name}, ${year}`, { name, year }])).values()]
  }

  stemsLike({ module, subTopic }: Wanted): string[] {
    return [...this.#questions, ...this.#added]
      .filter((known) => known.module === module && known.subTopic === subTopic)
      .slice(-STEMS_TOLD)
      .map((known) => comparable(known).stem.slice(0, STEM_LENGTH))
  }
}
