import type { Dimension } from '@medicready/domain/study/analytics/dimensions'
import type { Distribution } from '@medicready/domain/study/analytics/percentile'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import type { analytics } from '@medicready/projector/read-models/study/analytics'
import { topicValue } from '@medicready/projector/read-models/study/analytics-counts'

/**
 * What all students have in common is the same for everybody, and hardly changes with an answer: it is looked at no
 * more often than this. In milliseconds.
 */
const REUSED_FOR = 10_000

export interface GroupOfAll {
  readonly scored: number
  readonly correct: number
  readonly answered: number
  readonly seconds: number
}

/** Figures of all students by dimension and value, a topic by its name among those of all modules. */
export interface AllStudents {
  groupOf(dimension: Dimension | 'all', value: string): GroupOfAll | null
  distributionOf(dimension: Dimension | 'all', value: string): Distribution
}

type SumRow = GroupOfAll & { readonly dimension: Dimension | 'all'; readonly value: string; readonly module: ModuleName | null }
type DistributionRow = RowOf<typeof analytics.tables.accuracy_distributions>

/** Reads what all students have answered, once for many who ask. */
export class FiguresOfAll {
  readonly #sql: Sql
  #last: { readonly readAt: number; readonly figures: Promise<AllStudents> } | null = null

  constructor(sql: Sql) {
    this.#sql = sql
  }

  read(): Promise<AllStudents> {
    const now = performance.now()
    if (this.#last && now - this.#last.readAt < REUSED_FOR) return this.#last.figures
    const figures = this.#query()
    this.#last = { readAt: now, figures }
    figures.catch(() => {
      this.#last = null
    })
    return figures
  }

  async #query(): Promise<AllStudents> {
    const [sums, distributions] = await Promise.all([
      this.#sql<SumRow[]>`
        SELECT CASE WHEN grouping(topic) = 0 THEN 'topic' WHEN grouping(module) = 0 THEN 'module' WHEN grouping(domain) = 0 THEN 'domain'
            WHEN grouping(judgment_step) = 0 THEN 'judgmentStep' WHEN grouping(kind) = 0 THEN 'kind'
            WHEN grouping(difficulty) = 0 THEN 'difficulty' ELSE 'all' END AS dimension,
          coalesce(topic, module, domain, judgment_step, kind, difficulty, '') AS value, module,
          sum(answered)::int AS answered, sum(scored)::int AS scored, sum(correct)::int AS correct, sum(seconds)::float8 AS seconds
        FROM read.question_figures WHERE answered > 0
        GROUP BY GROUPING SETS ((), (module), (module, topic), (domain), (judgment_step), (kind), (difficulty))
        HAVING count(*) > 0`,
      this.#sql<DistributionRow[]>`SELECT dimension, value, learners FROM read.accuracy_distributions`,
    ])
    const groups = new Map(sums.map((row) => [keyOf(row.dimension, nameOf(row)), row]))
    const learners = new Map(distributions.map((row) => [keyOf(row.dimension, row.value), row.learners]))
    return {
      groupOf: (dimension, value) => groups.get(keyOf(dimension, value)) ?? null,
      distributionOf: (dimension, value) => learners.get(keyOf(dimension, value)) ?? [],
    }
  }
}

const keyOf = (dimension: string, value: string): string => `${dimension}: ${value}`
const nameOf = ({ dimension, module, value }: SumRow): string =>
  dimension === 'topic' && module !== null ? topicValue(module, value) : value
