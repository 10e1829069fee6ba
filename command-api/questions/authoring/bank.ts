import type { QuestionContent } from '@medicready/domain/questions/content'
import {
  type Comparable,
  comparable,
  comparableCase,
  nearDuplicates,
  SAME_CASE_SIMILARITY,
  type SimilarityIndex,
  similarityIndex,
} from '@medicready/domain/questions/similarity'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Wanted } from './plan.ts'

/** A model is told of so many questions that exist, and of each so much. */
const STEMS_TOLD = 12
const STEM_LENGTH = 300

interface Known {
  readonly module: string
  readonly subTopic: string
  readonly stem: string
  readonly correctAnswer: string
  readonly case: Comparable
  readonly guideline: Guideline
}

export type Guideline = QuestionContent['guideline']

/** What has been asked before, whatever became of it: the read model at one moment, and what was added since. */
export class KnownQuestions {
  readonly #questions: Known[]
  readonly #index: SimilarityIndex
  readonly #cases: SimilarityIndex
  readonly #added: Known[] = []
  /** Since it was loaded. */
  readonly added: QuestionContent[] = []

  private constructor(questions: Known[]) {
    this.#questions = questions
    this.#index = similarityIndex(questions)
    this.#cases = similarityIndex(questions.map((known) => known.case))
  }

  /** `alsoAdded` are questions that the read model may not have yet. */
  static async load(sql: Sql, alsoAdded: readonly QuestionContent[] = []): Promise<KnownQuestions> {
    const rows = await sql<(Omit<Known, 'case'> & Pick<QuestionContent, 'scenario'>)[]>`
      SELECT module, tags->>'subTopic' AS "subTopic", stem, scenario, correct_answer AS "correctAnswer", guideline
      FROM read.questions ORDER BY created_at, id`
    const known = new KnownQuestions(rows.map(({ scenario, ...row }) => ({ ...row, case: comparableCase({ stem: row.stem, scenario }) })))
    for (const content of alsoAdded) known.#add(content)
    return known
  }

  add(content: QuestionContent): void {
    this.#add(content)
    this.added.push(content)
  }

  #add(content: QuestionContent): void {
    const { module, tags, guideline } = content
    this.#added.push({ module, subTopic: tags.subTopic, guideline, ...comparable(content), case: comparableCase(content) })
  }

  /** Whether it says much the same as another, or tells another's case. */
  hasLike(content: QuestionContent): boolean {
    const [one, its] = [comparable(content), comparableCase(content)]
    const casesAdded = similarityIndex(this.#added.map((known) => known.case))
    return (
      [this.#index, similarityIndex(this.#added)].some((index) => nearDuplicates(one, index).length > 0) ||
      [this.#cases, casesAdded].some((index) => nearDuplicates(its, index, SAME_CASE_SIMILARITY).length > 0)
    )
  }

  /** What the questions of a module rest on, each once. */
  guidelinesOf(module: string): Guideline[] {
    const found = this.#questions.filter((known) => known.module === module).map(({ guideline }) => guideline)
    return [...new Map(found.map(({ name, year }) => [`${name}, ${year}`, { name, year }])).values()]
  }

  /** The newest stems of the same sub-topic, shortened. */
  stemsLike({ module, subTopic }: Wanted): string[] {
    return [...this.#questions, ...this.#added]
      .filter((known) => known.module === module && known.subTopic === subTopic)
      .slice(-STEMS_TOLD)
      .map(({ stem }) => stem.slice(0, STEM_LENGTH))
  }
}
