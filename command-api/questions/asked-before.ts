import type { QuestionContent } from '@medicready/domain/questions/content'
import { comparable, nearDuplicates, type SimilarityIndex, similarityIndex } from '@medicready/domain/questions/similarity'
import type { Sql } from '@medicready/platform/postgres/connection'

interface Asked {
  readonly id: string
  readonly bankId: string | null
  readonly content: Pick<QuestionContent, 'stem' | 'item' | 'scenario'>
}

interface Index {
  readonly changes: number
  readonly asked: readonly Asked[]
  readonly similarity: SimilarityIndex
}

export interface Alike {
  readonly questionId: string
  /** Its name in the bank; null where it is not of the bank. */
  readonly bankId: string | null
  readonly stem: string
  /** 0 to 1. */
  readonly similarity: number
}

/**
 * The questions that are asked, ready to be compared with. They are read again once the catalog says that they have
 * changed; what was added a moment ago may not be among them yet.
 */
export class AskedBefore {
  readonly #sql: Sql
  #index: Promise<Index> | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** The question that the content is most like, if any is too much like it. Itself and its own set are left out. */
  async like(content: QuestionContent, questionId: string | null): Promise<Alike | null> {
    const { asked, similarity } = await this.#current()
    for (const duplicate of nearDuplicates(comparable(content), similarity)) {
      const found = asked[duplicate.index]
      if (!found || found.id === questionId) continue
      if (content.scenario !== null && found.content.scenario?.set === content.scenario.set) continue
      return { questionId: found.id, bankId: found.bankId, stem: found.content.stem, similarity: duplicate.similarity }
    }
    return null
  }

  async #current(): Promise<Index> {
    const [catalog] = await this.#sql<{ changes: number }[]>`SELECT changes FROM read.question_catalog`
    const changes = catalog?.changes ?? 0
    const known = await this.#index?.catch(() => null)
    if (known?.changes === changes) return known
    const index = this.#read(changes)
    this.#index = index
    return index
  }

  async #read(changes: number): Promise<Index> {
    const rows = await this.#sql<({ id: string; bankId: string | null } & Asked['content'])[]>`
      SELECT id, bank_id AS "bankId", stem, item, scenario FROM read.questions WHERE situation <> 'retired'`
    const asked = rows.map(({ id, bankId, ...content }) => ({ id, bankId, content }))
    return { changes, asked, similarity: similarityIndex(asked.map(({ content }) => comparable(content))) }
  }
}
