import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { type Compared, type Likeness, likenesses, type QuestionIndex, questionIndex } from '@medicready/domain/questions/similarity'
import type { Sql } from '@medicready/platform/postgres/connection'
import { comparedQuestions } from '@medicready/projector/read-models/questions/bank-queries'
import { catalogChanges } from '@medicready/projector/read-models/study/catalog-queries'

interface Asked {
  readonly id: string
  readonly bankId: string | null
  readonly content: Compared
}

interface Index {
  readonly changes: number
  readonly asked: readonly Asked[]
  readonly index: QuestionIndex
}

export interface Alike extends Pick<Likeness, 'of' | 'similarity'> {
  readonly questionId: string
  readonly bankId: string | null
  readonly stem: string
}

/** Read again once the catalog has changed; recent additions may be missing. */
export class AskedBefore {
  readonly #sql: Sql
  #index: Promise<Index> | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async like(content: QuestionContent, questionId: string | null): Promise<Alike | null> {
    const { asked, index } = await this.#current()
    for (const { index: place, of, similarity } of likenesses(content, index)) {
      const found = asked[place]
      if (found && found.id !== questionId) return { questionId: found.id, bankId: found.bankId, stem: found.content.stem, of, similarity }
    }
    return null
  }

  async #current(): Promise<Index> {
    const [catalog] = await catalogChanges(this.#sql)
    const changes = catalog?.changes ?? 0
    const known = await this.#index?.catch(() => null)
    if (known?.changes === changes) return known
    const index = this.#read(changes)
    this.#index = index
    return index
  }

  async #read(changes: number): Promise<Index> {
    const rows = await comparedQuestions(this.#sql)
    const asked = rows.map(({ id, bankId, ...content }) => ({ id, bankId, content }))
    return { changes, asked, index: questionIndex(asked.map(({ content }) => content)) }
  }
}
