import { askedQuestion, type ExplainedVersion, type PictureAddressOf } from '@medicready/domain/contract/questions/answer-result'
import type { Question } from '@medicready/domain/contract/questions/questions'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Reads } from '@medicready/projector/read-models/query'
import { ChangedGuidelines } from '@medicready/projector/read-models/questions/guideline-queries'
import { questionVersions, type VersionRow } from '@medicready/projector/read-models/questions/question-queries'
import { LRUCache } from 'lru-cache'
import { toShownContent } from './question-content.ts'

/** Versions never change. About 3 KB each. */
const REMEMBERED = 10_000

export interface VersionKey {
  readonly questionId: string
  readonly version: number
}

export interface KnownVersion extends ExplainedVersion {
  readonly asked: Question
}

const nameOf = ({ questionId, version }: VersionKey): string => `${questionId}@${version}`

export class QuestionVersions implements Reads {
  readonly #sql: Sql
  readonly #addressOf: PictureAddressOf
  readonly #changes: ChangedGuidelines
  readonly reads
  readonly #remembered = new LRUCache<string, KnownVersion>({ max: REMEMBERED })

  constructor(sql: Sql, addressOf: PictureAddressOf) {
    this.#sql = sql
    this.#addressOf = addressOf
    this.#changes = new ChangedGuidelines(sql)
    this.reads = [questionVersions, this.#changes]
  }

  /** In the order in which it was given; null is its own. */
  inOrder(version: KnownVersion, shuffle: number | null): KnownVersion {
    if (shuffle === null) return version
    const ordered = { ...version, shuffle }
    return { ...ordered, asked: askedQuestion(ordered, this.#addressOf) }
  }

  /** One query for all versions that are not cached. */
  async find(keys: readonly VersionKey[]): Promise<(key: VersionKey) => KnownVersion | undefined> {
    const changes = await this.#changes.latest()
    const found = new Map<string, KnownVersion>()
    const missing: VersionKey[] = []
    for (const key of keys) {
      const known = this.#remembered.get(nameOf(key))
      if (known) found.set(nameOf(key), known)
      else missing.push(key)
    }
    for (const row of missing.length > 0 ? await this.#read(missing) : []) {
      const name = nameOf({ questionId: row.question_id, version: row.version })
      const version = toVersion(row, this.#addressOf)
      found.set(name, version)
      this.#remembered.set(name, version)
    }
    return (key) => {
      const [known, changed] = [found.get(nameOf(key)), changes.get(key.questionId)]
      return known && changed ? { ...known, changed } : known
    }
  }

  #read(keys: readonly VersionKey[]): Promise<VersionRow[]> {
    const ids = keys.map(({ questionId }) => questionId)
    const versions = keys.map(({ version }) => version)
    return questionVersions(this.#sql, { ids, versions })
  }
}

function toVersion(row: VersionRow, addressOf: PictureAddressOf): KnownVersion {
  const version = { id: row.question_id, version: row.version, content: toShownContent(row), shuffle: null, changed: null }
  return { ...version, asked: askedQuestion(version, addressOf) }
}
