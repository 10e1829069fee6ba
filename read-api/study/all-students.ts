import type { Dimension } from '@medicready/domain/study/shown/dimensions'
import type { Distribution } from '@medicready/domain/study/shown/percentile'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import { topicValue } from '@medicready/projector/read-models/study/analytics-counts'
import { accuracyDistributions, answersOfAll } from '@medicready/projector/read-models/study/analytics-queries'

const REUSED_FOR = 10_000

interface GroupOfAll {
  readonly scored: number
  readonly correct: number
  readonly answered: number
  readonly seconds: number
}

/** Topics by name among those of all modules. */
export interface AllStudents {
  groupOf(dimension: Dimension | 'all', value: string): GroupOfAll | null
  distributionOf(dimension: Dimension | 'all', value: string): Distribution
}

type SumRow = Awaited<ReturnType<typeof answersOfAll>>[number]

export class FiguresOfAll {
  readonly #sql: Sql
  readonly #now = new Remembered(
    async () => Math.floor(performance.now() / REUSED_FOR),
    () => this.#query(),
  )

  constructor(sql: Sql) {
    this.#sql = sql
  }

  read(): Promise<AllStudents> {
    return this.#now.current()
  }

  async #query(): Promise<AllStudents> {
    const [sums, distributions] = await Promise.all([answersOfAll(this.#sql), accuracyDistributions(this.#sql)])
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
