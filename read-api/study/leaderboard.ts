import type { LeaderboardEntry } from '@medicready/domain/contract/study'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { leaderboard } from '@medicready/projector/read-models/study/leaderboard'
import type { Checkpoints } from '../checkpoints.ts'

/**
 * A ranking is shown for no longer than this without looking again, should an announcement be lost. In milliseconds.
 */
const LONGEST_REUSE = 1_000
/** Whoever has answered and has no name was erased: the numbers stay, under nobody's. */
const NAMELESS = 'Former student'

type LeaderRow = RowOf<typeof leaderboard.tables.leaderboard> & Pick<RowOf<typeof leaderboard.tables.leaderboard_total>, 'students'>

export interface Ranking {
  /** How many students have answered anything. */
  readonly students: number
  readonly leaders: LeaderboardEntry[]
}

/** The same for everybody, so that it is read once for each position of its read model. */
export class Leaderboard {
  readonly #sql: Sql
  readonly #checkpoints: Checkpoints
  #last: { position: bigint | null; readAt: number; ranking: Promise<Ranking> } | null = null

  constructor(sql: Sql, checkpoints: Checkpoints) {
    this.#sql = sql
    this.#checkpoints = checkpoints
  }

  read(): Promise<Ranking> {
    // Taken before the query: what it finds is at least as new.
    const position = this.#checkpoints.of(leaderboard)
    const now = performance.now()
    const last = this.#last
    if (last && position !== null && last.position === position && now - last.readAt < LONGEST_REUSE) return last.ranking
    const ranking = this.#query()
    this.#last = { position, readAt: now, ranking }
    ranking.catch(() => {
      this.#last = null
    })
    return ranking
  }

  async #query(): Promise<Ranking> {
    // Ten is no parameter: a plan that is made once for any number of rows would sort everybody.
    const rows = await this.#sql<LeaderRow[]>`
      SELECT user_id, name, subscription_tier, total_answered, scored_answers, correct_answers, (SELECT students FROM read.leaderboard_total) AS students
      FROM read.leaderboard WHERE total_answered > 0
      ORDER BY total_answered DESC, (correct_answers::float8 / nullif(scored_answers, 0)) DESC NULLS LAST, user_id LIMIT 10`
    const leaders = rows.map((row, index) => ({
      userId: row.user_id,
      rank: index + 1,
      name: row.name ?? NAMELESS,
      subscriptionTier: row.subscription_tier,
      totalAnswered: row.total_answered,
      correctAnswers: row.correct_answers,
      accuracy: row.scored_answers === 0 ? null : Math.round((100 * row.correct_answers) / row.scored_answers),
    }))
    return { students: rows[0]?.students ?? 0, leaders }
  }
}
