import type { LeaderboardEntry } from '@medicready/domain/contract/study/study'
import type { Sql } from '@medicready/platform/postgres/connection'
import { leaderboard } from '@medicready/projector/read-models/study/leaderboard'
import { leadersOf, type Ranked, type RankedStudent, rankedStudent } from '@medicready/projector/read-models/study/leaderboard-queries'
import type { Checkpoints } from '../checkpoints.ts'

const LONGEST_REUSE = 1_000
/** For erased people with answers. */
const NAMELESS = 'Former student'

const entryOf = (row: RankedStudent, rank: number): LeaderboardEntry => ({
  userId: row.user_id,
  rank,
  name: row.name ?? NAMELESS,
  subscriptionTier: row.subscription_tier,
  totalAnswered: row.total_answered,
  correctAnswers: row.correct_answers,
  accuracy: row.scored_answers === 0 ? null : Math.round((100 * row.correct_answers) / row.scored_answers),
})

export interface Ranking {
  readonly students: number
  readonly leaders: LeaderboardEntry[]
}

const nameOf = (ranked: Ranked): string => (ranked.view === 'all' ? 'all' : ranked.view === 'week' ? ranked.week : ranked.module)
/** All modules, the weeks that can be current somewhere, and as many more. */
const MOST_RANKINGS = 24

interface Kept {
  readonly position: bigint | null
  readonly readAt: number
  readonly ranking: Promise<Ranking>
}

/** Shared by all callers, read once for each position of the read model. */
export class Leaderboard {
  readonly #sql: Sql
  readonly #checkpoints: Checkpoints
  readonly #last = new Map<string, Kept>()

  constructor(sql: Sql, checkpoints: Checkpoints) {
    this.#sql = sql
    this.#checkpoints = checkpoints
  }

  read(ranked: Ranked): Promise<Ranking> {
    // Taken before the query: its result is at least as new.
    const position = this.#checkpoints.of(leaderboard)
    const now = performance.now()
    const name = nameOf(ranked)
    const last = this.#last.get(name)
    if (last && position !== null && last.position === position && now - last.readAt < LONGEST_REUSE) return last.ranking
    const ranking = this.#rankingOf(ranked)
    if (this.#last.size >= MOST_RANKINGS) this.#last.clear()
    this.#last.set(name, { position, readAt: now, ranking })
    ranking.catch(() => this.#last.delete(name))
    return ranking
  }

  async placeOf(userId: string, ranked: Ranked): Promise<LeaderboardEntry | null> {
    const [row] = await rankedStudent(this.#sql, { userId, ranked })
    return row ? entryOf(row, row.before + 1) : null
  }

  async #rankingOf(ranked: Ranked): Promise<Ranking> {
    const rows = await leadersOf(this.#sql, ranked)
    return { students: rows[0]?.students ?? 0, leaders: rows.map((row, index) => entryOf(row, index + 1)) }
  }
}
